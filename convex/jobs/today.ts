import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { advanceToday } from "../model/today.ts";

/** Moves the company's day marker when a new day has begun. */
export const advance = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await advanceToday(ctx, Date.now());
    return null;
  },
});
