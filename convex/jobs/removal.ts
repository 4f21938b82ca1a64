import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { vStepId } from "../model/context/steps.ts";
import { continueRemoval, failStalledRemoval } from "../model/deletion/projects.ts";
import { removeMemberTraces } from "../model/deletion/teamMembers.ts";
import { removeUnitContents } from "../model/deletion/units.ts";

/** Removes more of what hung on a removed unit. */
export const unitContents = jobMutation({
  args: { unitId: v.id("units") },
  returns: v.null(),
  handler: async (ctx, { unitId }) => {
    await removeUnitContents(ctx, unitId);
    return null;
  },
});

/** Removes more of what hung on a removed project. */
export const projectContents = jobMutation({
  args: { removalId: v.id("projectRemovals") },
  returns: v.null(),
  handler: async (ctx, { removalId }) => {
    await continueRemoval(ctx, removalId);
    return null;
  },
});

/** Removes more of what still names a removed team member. */
export const memberTraces = jobMutation({
  args: { teamMemberId: v.id("teamMembers") },
  returns: v.null(),
  handler: async (ctx, { teamMemberId }) => {
    await removeMemberTraces(ctx, teamMemberId);
    return null;
  },
});

/** Gives up on a removal whose step after so many has ended without progress. */
export const expectProgress = jobMutation({
  args: { removalId: v.id("projectRemovals"), steps: v.number(), stepId: vStepId },
  returns: v.null(),
  handler: async (ctx, waited) => {
    await failStalledRemoval(ctx, waited);
    return null;
  },
});
