import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { vStepId } from "../model/context/steps.ts";
import { continueDeletion, failStalledDeletion } from "../model/deletion/projects.ts";
import { deleteMemberTraces } from "../model/deletion/teamMembers.ts";
import { eraseUnitContents } from "../model/deletion/units.ts";
import { eraseTaskParts } from "../model/tasks/taskTrash.ts";
import { takeOffOpenTasks } from "../model/tasks/leavers.ts";

/** Removes the next records of a unit for good. */
export const unitContents = jobMutation({
  args: { unitId: v.id("units") },
  returns: v.null(),
  handler: async (ctx, { unitId }) => {
    await eraseUnitContents(ctx, unitId);
    return null;
  },
});

/** Removes the next parts of a task for good. */
export const taskContents = jobMutation({
  args: { taskId: v.id("tasks"), unitId: v.id("units") },
  returns: v.null(),
  handler: async (ctx, { taskId, unitId }) => {
    await eraseTaskParts(ctx, { _id: taskId, unitId });
    return null;
  },
});

/** Removes the next records of a project for good. */
export const projectContents = jobMutation({
  args: { removalId: v.id("projectRemovals") },
  returns: v.null(),
  handler: async (ctx, { removalId }) => {
    await continueDeletion(ctx, removalId);
    return null;
  },
});

/** Removes the next references to a deleted team member. */
export const memberTraces = jobMutation({
  args: { teamMemberId: v.id("teamMembers"), name: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { teamMemberId, name }) => {
    await deleteMemberTraces(ctx, { teamMemberId, name });
    return null;
  },
});

/** Unassigns the next open tasks of a person who has left. */
export const leaverTasks = jobMutation({
  args: {
    leaver: v.union(
      v.object({ userId: v.id("users") }),
      v.object({ teamMemberId: v.id("teamMembers"), projectId: v.optional(v.id("projects")) }),
    ),
    causeId: v.optional(v.union(v.id("events"), v.null())),
  },
  returns: v.null(),
  handler: async (ctx, { leaver, causeId = null }) => {
    await takeOffOpenTasks(ctx, leaver, causeId);
    return null;
  },
});

/** Marks a deletion as failed when the step after `steps` steps has ended without progress. */
export const expectProgress = jobMutation({
  args: { removalId: v.id("projectRemovals"), steps: v.number(), stepId: vStepId },
  returns: v.null(),
  handler: async (ctx, waited) => {
    await failStalledDeletion(ctx, waited);
    return null;
  },
});
