import { v } from "convex/values";
import { jobQuery } from "../functions.ts";

/** A health check of the database: it answers as soon as a read succeeds. */
export const store = jobQuery({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.db.query("users").first();
    return null;
  },
});
