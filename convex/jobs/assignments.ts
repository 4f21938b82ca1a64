import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { continueAssignment } from "../model/assignments.ts";

/** Works through one more part of a very large assignment, and schedules the next. */
export const step = jobMutation({
  args: { assignmentId: v.id("bulkAssignments") },
  returns: v.null(),
  handler: async (ctx, { assignmentId }) => {
    if (await continueAssignment(ctx, assignmentId)) {
      await ctx.scheduler.runAfter(0, internal.jobs.assignments.step, { assignmentId });
    }
    return null;
  },
});
