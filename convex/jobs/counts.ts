import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { settleCounts } from "../model/numbers/settling.ts";

/** The pause between two runs while people work, in milliseconds. */
const pauseMs = 10_000;

/**
 * Adds waiting changes to the counts, one step a transaction. While changes still wait, it runs again after a pause, at
 * most `looks` times.
 */
export const settle = jobMutation({
  args: { looks: v.number() },
  returns: v.null(),
  handler: async (ctx, { looks }) => {
    const { isMore, isWaiting } = await settleCounts(ctx, Date.now());
    if (isMore) await ctx.scheduler.runAfter(0, internal.jobs.counts.settle, { looks });
    else if (isWaiting && looks > 1)
      await ctx.scheduler.runAfter(pauseMs, internal.jobs.counts.settle, { looks: looks - 1 });
    return null;
  },
});
