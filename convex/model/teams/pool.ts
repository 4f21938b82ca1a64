import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { listAssignments, maxPoolBytes } from "./projectTeams.ts";
import { maxMembers, toTeamMember, vTeamMember } from "./teamMembers.ts";

type Member = Doc<"teamMembers">;

/** The maximum number of projects read of one member. */
const maxProjects = 2000;
/** The maximum size of the projects whose names are read. */
const maxProjectBytes = 6 * 2 ** 20;

export const vPoolMember = vTeamMember.extend({
  assignedProjects: v.array(v.object({ id: v.id("projects"), name: v.string() })),
});

type ProjectName = { id: Id<"projects">; name: string };

/** The pool by first, then last name, each member with their projects, oldest assignment first. */
export async function listPool(ctx: QueryCtx) {
  const byName = ctx.db.query("teamMembers").withIndex("firstName_lastName");
  const members = await new ListRoom(maxPoolBytes).take(byName, maxMembers);
  const projectsByMember = await listProjectsByMember(ctx);
  return members.map((member) => ({
    ...toTeamMember(member),
    assignedProjects: projectsByMember.get(member._id) ?? [],
  }));
}

/** A pool member with the projects of their active assignments, oldest first. */
export async function toPoolMember(ctx: QueryCtx, member: Member) {
  const assignments = await ctx.db
    .query("projectTeamAssignments")
    .withIndex("teamMemberId_isActive", (q) =>
      q.eq("teamMemberId", member._id).eq("isActive", true),
    )
    .take(maxProjects);
  const projectIds = assignments
    .sort((a, b) => a.assignedAt - b.assignedAt)
    .map(({ projectId }) => projectId);
  const nameById = await projectNames(ctx, projectIds);
  return {
    ...toTeamMember(member),
    assignedProjects: projectIds.flatMap((id) => nameById.get(id) ?? []),
  };
}

async function listProjectsByMember(ctx: QueryCtx): Promise<Map<Id<"teamMembers">, ProjectName[]>> {
  const assignments = await listAssignments(ctx);
  const nameById = await projectNames(
    ctx,
    assignments.map(({ projectId }) => projectId),
  );
  const projectsByMember = new Map<Id<"teamMembers">, ProjectName[]>();
  for (const { projectId, teamMemberId } of assignments) {
    // The assignments of a deleted project are deleted in steps. Those that are left do not count.
    const project = nameById.get(projectId);
    if (project === undefined) continue;
    const projects = projectsByMember.get(teamMemberId);
    if (projects === undefined) projectsByMember.set(teamMemberId, [project]);
    else projects.push(project);
  }
  return projectsByMember;
}

async function projectNames(
  ctx: QueryCtx,
  ids: readonly Id<"projects">[],
): Promise<Map<Id<"projects">, ProjectName>> {
  const names = new Map<Id<"projects">, ProjectName>();
  const room = new ListRoom(maxProjectBytes);
  for (const id of new Set(ids)) {
    const project = await ctx.db.get("projects", id);
    if (project === null) continue;
    names.set(id, { id, name: project.name });
    room.count(project);
    // Their descriptions may be long. The members of further projects are listed without these.
    if (room.isFull) break;
  }
  return names;
}
