import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import {
  type CreateProjectInput,
  dateOrderError,
  datesInOrder,
  type UpdateProjectInput,
} from "../../rules/inputs/projects.ts";
import { vProjectStatus } from "../../schema.ts";
import type { QueryCtx, WriterCtx } from "../context/context.ts";
import { changesOf, recordEvent } from "../history/events.ts";
import { CountChanges, projectCounts } from "../numbers/counts.ts";
import { listProjectMembers, teamByProject } from "../people/projectTeams.ts";
import { toTeamMember, vTeamMember } from "../people/teamMembers.ts";
import { requireUser } from "../people/users.ts";
import { insertUnits } from "./units.ts";

/** The project list is read up to this length. */
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

export const vProjectStats = v.object({ completionPercentage: v.number() });

/** The project of a sent id. */
export async function requireProject(ctx: QueryCtx, sent: string): Promise<Doc<"projects">> {
  const id = ctx.db.normalizeId("projects", sent);
  const project = id === null ? null : await ctx.db.get("projects", id);
  if (project === null) throw new AppError("not_found", "Project not found");
  return project;
}

/** A project with its team, as the project list carries it. */
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

/** All projects, newest first. */
export async function listProjects(ctx: QueryCtx) {
  const projects = await ctx.db
    .query("projects")
    .withIndex("createdAt")
    .order("desc")
    .take(maxProjects);
  const teams = await teamByProject(ctx);
  return projects.map((project) => withTeam(project, teams.get(project._id) ?? []));
}

/** The completed share of a project's tasks, in whole percent. */
export async function completionPercentage(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<number> {
  const counts = await projectCounts(ctx, projectId);
  if (counts === null || counts.totalTasks === 0) return 0;
  return Math.round((100 * counts.completedTasks) / counts.totalTasks);
}

/** Creates a project, managed by the caller, with one unit for each name in the order given. */
export async function createProject(ctx: WriterCtx, input: CreateProjectInput, at = Date.now()) {
  const counts = new CountChanges();
  const projectId = await ctx.db.insert("projects", {
    name: input.name,
    ...present({
      description: input.description,
      startDate: input.startDate,
      targetCompletionDate: input.targetCompletionDate,
    }),
    status: "active",
    managerId: ctx.viewer._id,
    unitCount: 0,
    createdAt: at,
    updatedAt: at,
  });
  counts.project({ status: "active" }, 1);
  await insertUnits(ctx, counts, { projectId, names: input.units, at });
  await counts.apply(ctx);
  await recordEvent(ctx, {
    kind: "project.created",
    at,
    projectId,
    label: input.name,
    count: input.units.length,
  });
  return projectId;
}

/** Updates the sent fields of a project and what follows from a new status. */
export async function updateProject(
  ctx: WriterCtx,
  project: Doc<"projects">,
  input: UpdateProjectInput,
): Promise<void> {
  for (const name of ["managerId", "supervisorId"] as const) {
    const userId = input[name];
    // A person in charge may have been removed since: that is no reason to refuse the rest.
    if (typeof userId === "string" && userId !== project[name]) await requireUser(ctx, userId);
  }
  const { startDate = project.startDate, targetCompletionDate = project.targetCompletionDate } =
    input;
  if (!datesInOrder(startDate, targetCompletionDate)) {
    throw new AppError("invalid", dateOrderError.message, [dateOrderError]);
  }
  const sent = { ...input, ...completionByStatus(project, input) };
  const changes = changesOf(project, sent);
  if (changes.length === 0) return;
  const patch = Object.fromEntries(changes.map(({ field, to }) => [field, to ?? undefined]));
  const counts = new CountChanges();
  counts.project(project, -1);
  counts.project({ status: input.status ?? project.status }, 1);
  await ctx.db.patch("projects", project._id, { ...patch, updatedAt: Date.now() });
  await counts.apply(ctx);
  await recordEvent(ctx, {
    kind: "project.updated",
    projectId: project._id,
    label: project.name,
    changes,
  });
}

function completionByStatus(project: Doc<"projects">, { status }: UpdateProjectInput) {
  if (status === undefined || status === project.status) return {};
  return { actualCompletionDate: status === "completed" ? Date.now() : null };
}

/** The fields that have a value; null and undefined are not stored. */
function present<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
