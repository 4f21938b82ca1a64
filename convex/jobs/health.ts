import { v } from "convex/values";
import { jobQuery } from "../functions.ts";

/** Answers once the database has answered a read, and fails when it does not. */
export const check = jobQuery({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.db.query("users").first();
    return null;
  },
});
