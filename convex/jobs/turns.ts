import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { keepAlarms } from "../model/numbers/unitAlarms.ts";
import { keepLosses } from "../model/numbers/vacancyLosses.ts";

/** Keeps what is known of units up with the day: those that are late or at risk since, and what vacancy costs; in steps. */
export const keepUp = jobMutation({
  args: { afterProject: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { afterProject = 0 }) => {
    const isMore = await keepAlarms(ctx);
    const next = isMore ? afterProject : await keepLosses(ctx, afterProject);
    if (next !== null)
      await ctx.scheduler.runAfter(0, internal.jobs.turns.keepUp, { afterProject: next });
    return null;
  },
});
