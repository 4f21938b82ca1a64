import { v } from "convex/values";
import { jobQuery } from "../functions.ts";

/** Deleted projects that are still being emptied at one time: far more than anybody deletes. */
const maxRemovals = 1000;

/** Answers when the store does. */
export const store = jobQuery({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.db.query("users").first();
    return null;
  },
});

/** Whether something of a deleted project is still there. */
export const isRemoving = jobQuery({
  args: { projectId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { projectId }) => {
    const runs = await ctx.db.query("projectRemovals").take(maxRemovals);
    return runs.some((run) => run.projectId === projectId);
  },
});
