import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { vProjectStatus } from "../../schema.ts";
import { isProjectAdmin } from "../../rules/permissions.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { projectCounts } from "../numbers/counts.ts";
import { listProjectMembers, teamByProject } from "../teams/projectTeams.ts";
import { toTeamMember, vTeamMember } from "../teams/teamMembers.ts";

/** The maximum number of projects in a list. */
const maxProjects = 2000;

const nullableText = v.union(v.string(), v.null());
const nullableUser = v.union(v.id("users"), v.null());

export const vProject = v.object({
  id: v.id("projects"),
  name: v.string(),
  description: nullableText,
  status: vProjectStatus,
  managerId: nullableUser,
  supervisorId: nullableUser,
  startDate: nullableText,
  targetCompletionDate: nullableText,
  actualCompletionDate: nullableText,
  createdAt: v.string(),
  updatedAt: v.string(),
});

export const vProjectListItem = vProject.extend({
  unitCount: v.number(),
  teamMembers: v.array(vTeamMember),
});

export const vProjectStats = v.object({
  completionPercentage: v.number(),
  unitsLate: v.number(),
  unitsAtRisk: v.number(),
  overdueTasks: v.number(),
  /** The earliest due date of the open tasks that are not overdue. */
  nextDueDate: nullableText,
});

/** The project of a sent id; throws "not_found" when it does not exist. */
export async function requireProject(ctx: QueryCtx, sent: string): Promise<Doc<"projects">> {
  const id = ctx.db.normalizeId("projects", sent);
  const project = id === null ? null : await ctx.db.get("projects", id);
  if (project === null) throw new AppError("not_found", "Project not found");
  return project;
}

/** A project with its team in its public form. */
export async function toProjectListItem(ctx: QueryCtx, project: Doc<"projects">) {
  return withTeam(project, await listProjectMembers(ctx, project._id));
}

function withTeam(project: Doc<"projects">, members: readonly Doc<"teamMembers">[]) {
  return {
    id: project._id,
    name: project.name,
    description: project.description ?? null,
    status: project.status,
    managerId: project.managerId ?? null,
    supervisorId: project.supervisorId ?? null,
    startDate: toIso(project.startDate),
    targetCompletionDate: toIso(project.targetCompletionDate),
    actualCompletionDate: toIso(project.actualCompletionDate),
    createdAt: toIso(project.createdAt),
    updatedAt: toIso(project.updatedAt),
    unitCount: project.unitCount,
    teamMembers: members.map(toTeamMember),
  };
}

/** The projects, newest first: as many as a list has room for, because their descriptions may be long. */
export async function newestProjects(
  ctx: QueryCtx,
  limit = maxProjects,
): Promise<Doc<"projects">[]> {
  const newestFirst = ctx.db.query("projects").withIndex("createdAt").order("desc");
  return await new ListRoom().take(newestFirst, limit);
}

/** All projects with their teams, newest first. */
export async function listProjects(ctx: QueryCtx) {
  const projects = await newestProjects(ctx);
  const teams = await teamByProject(ctx);
  return projects.map((project) => withTeam(project, teams.get(project._id) ?? []));
}

/** The active projects, in no particular order, as many as there is room for. */
export async function listActive(ctx: QueryCtx, room = new ListRoom()): Promise<Doc<"projects">[]> {
  const active = ctx.db.query("projects").withIndex("status", (q) => q.eq("status", "active"));
  return await room.take(active, maxProjects);
}

/**
 * The projects that a user is in charge of, newest first: as manager or supervisor, or all active ones for an
 * administrator.
 */
export async function projectsInCharge(
  ctx: QueryCtx,
  { _id, role }: Pick<Doc<"users">, "_id" | "role">,
): Promise<Id<"projects">[]> {
  const projects = await newestProjects(ctx);
  const isInCharge = ({ status, managerId, supervisorId }: Doc<"projects">) =>
    isProjectAdmin(role) ? status === "active" : managerId === _id || supervisorId === _id;
  return projects.filter(isInCharge).map((project) => project._id);
}

/** The completed share of a project's tasks as a whole percentage; 0 without tasks. */
export async function completionPercentage(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<number> {
  const counts = await projectCounts(ctx, projectId);
  if (counts.totalTasks === 0) return 0;
  return Math.round((100 * counts.completedTasks) / counts.totalTasks);
}
