import { mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

/** The 25 tasks of a unit. */
export const list = queryGeneric({
  args: { unit: v.number() },
  handler: async ({ db }, { unit }) =>
    await db
      .query("tasks")
      .withIndex("unit", (q) => q.eq("unit", unit))
      .collect(),
});

/** Changes one field of one task. */
export const update = mutationGeneric({
  args: { id: v.id("tasks"), dueDate: v.string() },
  returns: v.null(),
  handler: async ({ db }, { id, dueDate }) => {
    await db.patch("tasks", id, { dueDate });
    return null;
  },
});
