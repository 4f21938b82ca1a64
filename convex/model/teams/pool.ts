import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { listAssignments } from "./projectTeams.ts";
import { toTeamMember, vTeamMember } from "./teamMembers.ts";

type Member = Doc<"teamMembers">;

/** The maximum number of members of the pool. */
export const maxMembers = 5000;
/** The maximum number of projects read of one member. */
const maxProjects = 2000;

export const vPoolMember = vTeamMember.extend({
  assignedProjects: v.array(v.object({ id: v.id("projects"), name: v.string() })),
});

type ProjectName = { id: Id<"projects">; name: string };

/** The pool by first, then last name, each member with their projects, oldest assignment first. */
export async function listPool(ctx: QueryCtx) {
  const members = await ctx.db
    .query("teamMembers")
    .withIndex("firstName_lastName")
    .take(maxMembers);
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
  const projects = await Promise.all(Array.from(new Set(ids), (id) => ctx.db.get("projects", id)));
  return new Map(
    projects.flatMap((project) =>
      project === null ? [] : [[project._id, { id: project._id, name: project.name }]],
    ),
  );
}
