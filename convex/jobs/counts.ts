import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { settleCounts } from "../model/numbers/settling.ts";

/** The time between two looks while people work. */
const pauseMs = 10_000;

/** Puts what waits into the counts, in steps, and looks again after a while, up to `looks` times, as long as any wait. */
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
