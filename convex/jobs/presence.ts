import { v } from "convex/values";
import { jobMutation, mayWait } from "../functions.ts";
import { tellCrowd } from "../model/presence/crowds.ts";
import { sweep as sweepBeats } from "../model/presence/sweeps.ts";

/** Deletes open pages whose last beat is too long ago. */
export const sweep = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sweepBeats(ctx);
    return null;
  },
});

/** Publishes the changes of a project's large crowd since the last publication. */
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
