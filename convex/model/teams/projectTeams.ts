import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { maxMembers, toTeamMember, vTeamMember } from "./teamMembers.ts";

type Assignment = Doc<"projectTeamAssignments">;
type Member = Doc<"teamMembers">;

/** The maximum number of members of a project's team. */
export const maxTeam = 500;
/** The maximum number of assignments read over all projects. */
const maxAssignments = 16_000;
/** The maximum number of members read one by one; a query reads at most 4,096 ranges and rows. */
const maxReadAlone = 500;
/** The bytes of members that are read, and that all teams together may show. */
export const maxPoolBytes = 4 * 2 ** 20;
const maxTeamBytes = 6 * 2 ** 20;

export const vAssignment = v.object({
  id: v.id("projectTeamAssignments"),
  projectId: v.id("projects"),
  teamMemberId: v.id("teamMembers"),
  assignedAt: v.string(),
  isActive: v.boolean(),
});

export const vProjectTeamMember = vTeamMember.extend({
  assignmentId: v.id("projectTeamAssignments"),
  assignedAt: v.string(),
});

/** An assignment in its public form. */
export function toAssignment(assignment: Assignment) {
  return {
    id: assignment._id,
    projectId: assignment.projectId,
    teamMemberId: assignment.teamMemberId,
    assignedAt: toIso(assignment.assignedAt),
    isActive: assignment.isActive,
  };
}

/** The team of a project, oldest assignment first. */
export async function listTeam(ctx: QueryCtx, projectId: Id<"projects">) {
  const assignments = await teamOf(ctx, projectId).take(maxTeam);
  const team = await Promise.all(
    assignments.map(async ({ _id, teamMemberId, assignedAt }) => {
      const member = await ctx.db.get("teamMembers", teamMemberId);
      return member === null
        ? []
        : { ...toTeamMember(member), assignmentId: _id, assignedAt: toIso(assignedAt) };
    }),
  );
  return team.flat();
}

/** The members assigned to a project, oldest assignment first. */
export async function listProjectMembers(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<Member[]> {
  const assignments = await teamOf(ctx, projectId).take(maxTeam);
  const members = await Promise.all(
    assignments.map(({ teamMemberId }) => ctx.db.get("teamMembers", teamMemberId)),
  );
  return members.filter((member) => member !== null);
}

/** The active assignments of all projects, oldest first. One read serves every answer that shows many teams. */
export async function listAssignments(ctx: QueryCtx): Promise<Assignment[]> {
  return await ctx.db
    .query("projectTeamAssignments")
    .withIndex("isActive_assignedAt", (q) => q.eq("isActive", true))
    .take(maxAssignments);
}

/** The members of every project, oldest assignment first; projects without a team are left out. */
export async function teamByProject(ctx: QueryCtx): Promise<Map<Id<"projects">, Member[]>> {
  const assignments = await listAssignments(ctx);
  const memberById = await membersOf(ctx, assignments);
  const teams = new Map<Id<"projects">, Member[]>();
  const room = new ListRoom(maxTeamBytes);
  for (const { projectId, teamMemberId } of assignments) {
    const member = memberById.get(teamMemberId);
    if (member === undefined) continue;
    room.count(member);
    if (room.isFull) break;
    const team = teams.get(projectId);
    if (team === undefined) teams.set(projectId, [member]);
    else team.push(member);
  }
  return teams;
}

/** The members of assignments by their ids. Many of them are read as one range of the pool, and few one by one. */
async function membersOf(
  ctx: QueryCtx,
  assignments: readonly Assignment[],
): Promise<Map<Id<"teamMembers">, Member>> {
  const ids = [...new Set(assignments.map(({ teamMemberId }) => teamMemberId))];
  const members =
    ids.length > maxReadAlone
      ? await new ListRoom(maxPoolBytes).take(ctx.db.query("teamMembers"), maxMembers)
      : await Promise.all(ids.map((id) => ctx.db.get("teamMembers", id)));
  return new Map(members.flatMap((member) => (member === null ? [] : [[member._id, member]])));
}

export function teamOf(ctx: QueryCtx, projectId: Id<"projects">) {
  return ctx.db
    .query("projectTeamAssignments")
    .withIndex("projectId_isActive_assignedAt", (q) =>
      q.eq("projectId", projectId).eq("isActive", true),
    );
}

/** The assignment of a member to a project, active or not; null when the member was never assigned. */
export async function findAssignment(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  teamMemberId: Id<"teamMembers">,
): Promise<Assignment | null> {
  return await ctx.db
    .query("projectTeamAssignments")
    .withIndex("projectId_teamMemberId", (q) =>
      q.eq("projectId", projectId).eq("teamMemberId", teamMemberId),
    )
    .unique();
}
