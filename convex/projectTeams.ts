import { v } from "convex/values";
import { staffMutation, staffQuery } from "./functions.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import { removeMemberAndWork } from "./model/deletion/leavers.ts";
import * as Teams from "./model/teams/projectTeams.ts";
import * as Writes from "./model/teams/projectTeamWrites.ts";
import { requireMember } from "./model/teams/teamMembers.ts";
import { requireProject } from "./model/projects/projects.ts";

/** The members assigned to a project, oldest assignment first. */
export const list = staffQuery("projectTeam:write")({
  args: { projectId: v.string() },
  returns: v.array(Teams.vProjectTeamMember),
  handler: async (ctx, { projectId }) =>
    await Teams.listTeam(ctx, (await requireProject(ctx, projectId))._id),
});

/** Puts an active pool member on a project's team; a resent key answers with the first assignment. */
export const assign = staffMutation("projectTeam:write")({
  args: { projectId: v.string(), teamMemberId: v.string(), key: v.optional(v.string()) },
  returns: Teams.vAssignment,
  handler: async (ctx, { projectId, teamMemberId, key }) =>
    await answerOnce(ctx, { operation: "projectTeams:assign", key }, async () => {
      const { _id } = await requireProject(ctx, projectId);
      const member = await requireMember(ctx, teamMemberId);
      return Teams.toAssignment(await Writes.assignMember(ctx, { projectId: _id, member }));
    }),
});

/** Removes a member from a project's team; the member stays in the pool and in other projects. */
export const unassign = staffMutation("projectTeam:write")({
  args: { projectId: v.string(), teamMemberId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { projectId, teamMemberId }) => {
    const { _id } = await requireProject(ctx, projectId);
    await removeMemberAndWork(ctx, {
      projectId: _id,
      member: await requireMember(ctx, teamMemberId),
    });
    return { success: true as const };
  },
});
