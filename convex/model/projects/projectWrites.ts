import type { Doc } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import {
  type CreateProjectInput,
  dateOrderError,
  datesInOrder,
  type UpdateProjectInput,
} from "../../rules/inputs/projects.ts";
import type { WriterCtx } from "../context/context.ts";
import { inBatch } from "../history/batches.ts";
import { type Change, changesOf, patchOf, recordEvent } from "../history/events.ts";
import { nameChanges } from "../history/fieldNames.ts";
import { CountChanges } from "../numbers/counts.ts";
import { beginLosses } from "../numbers/vacancyLosses.ts";
import { requireUser } from "../people/users.ts";
import { insertUnits } from "./unitWrites.ts";

/** Creates a project with its units in the given order; the caller becomes its manager. */
export async function createProject(ctx: WriterCtx, input: CreateProjectInput, at = Date.now()) {
  const { result } = await inBatch(ctx, (part) => insertProject(part, input, at));
  return result;
}

async function insertProject(ctx: WriterCtx, input: CreateProjectInput, at: number) {
  const counts = new CountChanges();
  const { description, startDate, targetCompletionDate } = input;
  const changes = changesOf({}, { description, startDate, targetCompletionDate });
  const projectId = await ctx.db.insert("projects", {
    name: input.name,
    ...patchOf(changes),
    status: "active",
    managerId: ctx.viewer._id,
    unitCount: 0,
    createdAt: at,
    updatedAt: at,
  });
  counts.project({ status: "active" }, 1);
  await beginLosses(ctx, projectId);
  await recordEvent(ctx, {
    kind: "project.created",
    at,
    projectId,
    label: input.name,
    count: input.units.length,
    ...(changes.length > 0 && { changes }),
  });
  // The event of the project comes before those of its units.
  await insertUnits(ctx, counts, { projectId, units: input.units, at });
  await counts.apply(ctx);
  return projectId;
}

/** Updates the sent fields of a project; a new status also sets its completion date. */
export async function updateProject(
  ctx: WriterCtx,
  project: Doc<"projects">,
  input: UpdateProjectInput,
): Promise<void> {
  for (const name of ["managerId", "supervisorId"] as const) {
    const userId = input[name];
    // An unchanged person in charge may be deleted by now, which must not refuse the other changes.
    if (typeof userId === "string" && userId !== project[name]) await requireUser(ctx, userId);
  }
  const sent = { ...input, ...completionByStatus(project, input) };
  const changes = await nameChanges(ctx, changesOf(project, sent));
  if (changes.length > 0) await setProjectFields(ctx, project, changes);
}

/**
 * Applies the given changes to a project without the usual consequences; throws when its dates would be out of order.
 */
export async function setProjectFields(
  ctx: WriterCtx,
  project: Doc<"projects">,
  changes: Change[],
): Promise<void> {
  const patch = patchOf(changes);
  const updated: Doc<"projects"> = { ...project, ...patch };
  if (!datesInOrder(updated.startDate, updated.targetCompletionDate)) {
    throw new AppError("invalid", dateOrderError.message, [dateOrderError]);
  }
  const counts = new CountChanges();
  counts.project(project, -1);
  counts.project(updated, 1);
  await ctx.db.patch("projects", project._id, { ...patch, updatedAt: Date.now() });
  await counts.apply(ctx);
  const { _id: projectId, name: label } = project;
  await recordEvent(ctx, { kind: "project.updated", projectId, label, changes });
}

function completionByStatus(project: Doc<"projects">, { status }: UpdateProjectInput) {
  if (status === undefined || status === project.status) return {};
  return { actualCompletionDate: status === "completed" ? Date.now() : null };
}
