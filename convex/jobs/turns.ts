import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { keepAlarms } from "../model/numbers/unitAlarms.ts";
import { keepLosses } from "../model/numbers/vacancyLosses.ts";

/**
 * Updates what is stored about units for a new day: which are late or at risk, and what vacancy costs. It runs in
 * steps.
 */
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
