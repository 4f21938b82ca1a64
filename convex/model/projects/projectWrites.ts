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

/** Creates a project, managed by the caller, with its units in the order given. */
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
  // History tells of the project before its units.
  await insertUnits(ctx, counts, { projectId, units: input.units, at });
  await counts.apply(ctx);
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
    // A person in charge may have been deleted since: that is no reason to refuse the rest.
    if (typeof userId === "string" && userId !== project[name]) await requireUser(ctx, userId);
  }
  const sent = { ...input, ...completionByStatus(project, input) };
  const changes = await nameChanges(ctx, changesOf(project, sent));
  if (changes.length > 0) await setProjectFields(ctx, project, changes);
}

/** Gives fields of a project the values of these changes, whatever would follow from them; its days stay in order. */
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
