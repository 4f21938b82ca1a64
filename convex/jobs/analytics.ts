import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { continueBackfill } from "../model/numbers/figureBuilds.ts";

/**
 * Builds the rows that analytics reads for records of earlier versions. This happens once in the life of a workspace.
 */
export const backfill = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await continueBackfill(ctx)) {
      await ctx.scheduler.runAfter(0, internal.jobs.analytics.backfill, {});
    }
    return null;
  },
});
