import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { vStepId } from "../model/context/steps.ts";
import { continueAssignment, failStalledAssignment } from "../model/tasks/assignments.ts";

/** Works through the next part of a very large assignment, and schedules the step after it. */
export const step = jobMutation({
  args: { assignmentId: v.id("bulkAssignments") },
  returns: v.null(),
  handler: async (ctx, { assignmentId }) => {
    await continueAssignment(ctx, assignmentId);
    return null;
  },
});

/** Marks an assignment as failed when the step after this unit has ended without progress. */
export const expectProgress = jobMutation({
  args: {
    assignmentId: v.id("bulkAssignments"),
    afterUnit: v.union(v.number(), v.null()),
    stepId: vStepId,
  },
  returns: v.null(),
  handler: async (ctx, waited) => {
    await failStalledAssignment(ctx, waited);
    return null;
  },
});
