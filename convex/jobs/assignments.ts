import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { vStepId } from "../model/context/steps.ts";
import { continueAssignment, failStalledAssignment } from "../model/tasks/assignments.ts";

/** Works through one more part of a very large assignment, and schedules the next. */
export const step = jobMutation({
  args: { assignmentId: v.id("bulkAssignments") },
  returns: v.null(),
  handler: async (ctx, { assignmentId }) => {
    await continueAssignment(ctx, assignmentId);
    return null;
  },
});

/** Gives up on an assignment whose step after this unit has ended without progress. */
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
