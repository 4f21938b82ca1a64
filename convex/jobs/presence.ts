import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { sweep as sweepBeats } from "../model/presence/sweeps.ts";

/** Takes away the open pages that have not been heard of for too long. */
export const sweep = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sweepBeats(ctx);
    return null;
  },
});
