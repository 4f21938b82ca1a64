import { v } from "convex/values";
import { jobQuery } from "../functions.ts";

/** Answers when the store does. */
export const store = jobQuery({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.db.query("users").first();
    return null;
  },
});
