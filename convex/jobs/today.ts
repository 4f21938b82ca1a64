import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { advanceHour } from "../model/analytics/period.ts";
import { advanceToday } from "../model/context/today.ts";

/** Moves the company's day marker when a new day has begun, and the hour marker with a new hour. */
export const advance = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await advanceToday(ctx, Date.now());
    await advanceHour(ctx, Date.now());
    return null;
  },
});
