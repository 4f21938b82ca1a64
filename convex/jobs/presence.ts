import { v } from "convex/values";
import { jobMutation, mayWait } from "../functions.ts";
import { tellCrowd } from "../model/presence/crowds.ts";
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

/** Tells the large crowd of a project what has changed since it was told last. */
export const tell = mayWait(
  jobMutation({
    args: { projectId: v.id("projects") },
    returns: v.null(),
    handler: async (ctx, { projectId }) => {
      await tellCrowd(ctx, projectId);
      return null;
    },
  }),
);
