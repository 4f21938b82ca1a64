import { v } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { vDeletionStatus } from "../../tables/bookkeeping.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";
import { deleteRows } from "../context/records.ts";
import { stepJob, type StepJob, stepLookMs, type Waited } from "../context/steps.ts";
import { withTrash } from "../context/trashMarks.ts";
import { recordEvent } from "../history/events.ts";
import { unlist } from "../history/feed.ts";
import { addTrashItem, deleteItemsOfProject } from "../history/trashItems.ts";
import { CountChanges, deleteProjectCounts } from "../numbers/counts.ts";
import { deleteLosses } from "../numbers/vacancyLosses.ts";
import { deleteUnitNames } from "../numbers/unitNames.ts";
import { deleteWorkDays } from "../numbers/workDays.ts";
import { eraseUnitParts } from "./unitParts.ts";
import { maxPartsPerStep } from "./units.ts";

/** The maximum number of units in one transaction; each costs up to eleven of its 4,096 index ranges. */
const maxUnitsPerStep = 100;
/** The maximum number of unfinished deletions shown at once; the others appear as these end. */
const maxShown = 20;
/**
 * The maximum number of deleted projects whose contents the dashboard subtracts; each costs one index range for each
 * figure.
 */
const maxHidden = 300;

export const vProjectDeletion = v.object({
  id: v.id("projectRemovals"),
  name: v.string(),
  unitCount: v.number(),
  removedUnits: v.number(),
  status: vDeletionStatus,
});

type Progress = { removalId: Id<"projectRemovals">; steps: number };

const job: StepJob<Progress> = stepJob({
  step: (ctx, { removalId }) =>
    ctx.scheduler.runAfter(0, internal.jobs.removal.projectContents, { removalId }),
  look: (ctx, waited) =>
    ctx.scheduler.runAfter(stepLookMs, internal.jobs.removal.expectProgress, waited),
});

/** The rows of unfinished deletions, failed ones included. */
export async function unfinishedDeletions(ctx: QueryCtx): Promise<Doc<"projectRemovals">[]> {
  return await ctx.db.query("projectRemovals").take(maxShown);
}

/** The unfinished deletion of a sent id; throws "not_found" when it has ended. */
export async function requireDeletion(
  ctx: QueryCtx,
  sent: string,
): Promise<Doc<"projectRemovals">> {
  const id = ctx.db.normalizeId("projectRemovals", sent);
  const run = id === null ? null : await ctx.db.get("projectRemovals", id);
  if (run === null) throw new AppError("not_found", "This project is deleted already");
  return run;
}

/** A deletion in its public form. */
export function toProjectDeletion(run: Doc<"projectRemovals">) {
  const { _id: id, name, unitCount, removedUnits, status = "failed" as const } = run;
  return { id, name, unitCount, removedUnits, status };
}

/**
 * Puts a project into the trash at once. Its contents are not touched, however many there are: they are reachable only
 * through the project, and the dashboard subtracts their counts by project.
 */
export async function deleteProject(ctx: WriterCtx, project: Doc<"projects">): Promise<void> {
  const { _id: projectId, name } = project;
  const eventId = await recordEvent(ctx, {
    kind: "project.removed",
    ...{ projectId, label: name, count: project.unitCount },
  });
  const trashId = await addTrashItem(ctx, { kind: "project", recordId: projectId, name, eventId });
  await ctx.db.patch("projects", projectId, { trashId });
  await countProject(ctx, project, -1);
}

/** Restores a project from the trash as it was, with all its contents. */
export async function restoreProject(ctx: MutationCtx, project: Doc<"projects">): Promise<void> {
  await ctx.db.patch("projects", project._id, { trashId: undefined });
  await countProject(ctx, project, 1);
}

async function countProject(
  ctx: MutationCtx,
  project: Doc<"projects">,
  sign: 1 | -1,
): Promise<void> {
  const counts = new CountChanges();
  counts.project(project, sign);
  await counts.apply(ctx);
}

/**
 * The deleted projects whose contents are still stored and counted: projects in the trash, and projects whose contents
 * are being removed in steps.
 */
export async function hiddenProjects(ctx: QueryCtx): Promise<Id<"projects">[]> {
  const whole = withTrash(ctx);
  const items = await ctx.db
    .query("trash")
    .withIndex("kind", (q) => q.eq("kind", "project"))
    .take(maxHidden);
  const ids = items.map(({ recordId }) => whole.db.normalizeId("projects", recordId));
  const runs = await ctx.db.query("projectRemovals").take(maxHidden);
  return [...ids.filter((id) => id !== null), ...runs.map(({ projectId }) => projectId)];
}

/** Removes a project from the trash for good with its contents; a large rest follows in steps. */
export async function eraseProject(ctx: MutationCtx, project: Doc<"projects">): Promise<void> {
  await ctx.db.delete("projects", project._id);
  const step = await eraseContents(ctx, project._id);
  if (step.isDone) return;
  const removalId = await ctx.db.insert("projectRemovals", {
    projectId: project._id,
    name: project.name,
    unitCount: project.unitCount,
    removedUnits: step.removedUnits,
    status: "running",
    steps: 1,
  });
  await job.order(ctx, { removalId, steps: 1 });
}

/** Runs the next step of a deletion; the last step deletes the deletion's row. */
export async function continueDeletion(
  ctx: MutationCtx,
  removalId: Id<"projectRemovals">,
): Promise<void> {
  const run = await ctx.db.get("projectRemovals", removalId);
  if (run?.status !== "running") return;
  const step = await eraseContents(ctx, run.projectId);
  if (step.isDone) {
    await ctx.db.delete("projectRemovals", removalId);
    return;
  }
  const removedUnits = run.removedUnits + step.removedUnits;
  const steps = (run.steps ?? 0) + 1;
  await ctx.db.patch("projectRemovals", removalId, { removedUnits, steps });
  await job.order(ctx, { removalId, steps });
}

/**
 * Marks a deletion as failed when the step after `steps` steps has ended without progress; checks again later while the
 * step is pending or running.
 */
export async function failStalledDeletion(
  ctx: MutationCtx,
  waited: Waited<Progress>,
): Promise<void> {
  const run = await ctx.db.get("projectRemovals", waited.removalId);
  if (run?.status !== "running" || run.steps !== waited.steps) return;
  if (!(await job.hasEnded(ctx, waited))) return;
  await ctx.db.patch("projectRemovals", run._id, { status: "failed" });
}

/** Starts a failed deletion again; a running one is left alone. */
export async function retryDeletion(
  ctx: MutationCtx,
  { _id: removalId, status, steps = 0 }: Doc<"projectRemovals">,
): Promise<void> {
  if (status === "running") return;
  // The number of steps grows, so that a pending check of the failed step does not end the new one.
  await ctx.db.patch("projectRemovals", removalId, { status: "running", steps: steps + 1 });
  await job.order(ctx, { removalId, steps: steps + 1 });
}

async function eraseContents(ctx: MutationCtx, projectId: Id<"projects">) {
  const counts = new CountChanges();
  const units = await withTrash(ctx)
    .db.query("units")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .take(maxUnitsPerStep + 1);
  let left = maxPartsPerStep;
  let removedUnits = 0;
  for (const unit of units.slice(0, maxUnitsPerStep)) {
    left = await eraseUnitParts(ctx, counts, { unitId: unit._id, limit: left });
    if (left === 0) break;
    await ctx.db.delete("units", unit._id);
    if (unit.trashId === undefined) counts.unit(unit, -1);
    removedUnits += 1;
  }
  await counts.apply(ctx);
  const isDone = removedUnits === units.length && (await eraseOwnRows(ctx, projectId, left));
  return { removedUnits, isDone };
}

/** Deletes up to `limit` rows that belong directly to the project; returns true when none are left. */
async function eraseOwnRows(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  let left = limit;
  const removals = [deleteTime, deleteWorkDays, deleteAssignments, deleteContractors];
  for (const remove of [...removals, deleteUnitNames, deleteItemsOfProject]) {
    left -= await remove(ctx, projectId, left);
    if (left === 0) return false;
  }
  await deleteProjectCounts(ctx, projectId);
  await deleteLosses(ctx, projectId);
  return true;
}

async function deleteTime(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  const entries = withTrash(ctx)
    .db.query("timeEntries")
    .withIndex("projectId_date_startTime", (q) => q.eq("projectId", projectId));
  const rows = await entries.take(limit);
  for (const { _id } of rows) await unlist(ctx, { timeEntryId: _id });
  return await deleteRows(ctx, "timeEntries", rows);
}

async function deleteAssignments(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  const assignments = ctx.db
    .query("projectTeamAssignments")
    .withIndex("projectId_isActive_assignedAt", (q) => q.eq("projectId", projectId));
  return await deleteRows(ctx, "projectTeamAssignments", await assignments.take(limit));
}

async function deleteContractors(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  const contractors = ctx.db
    .query("contractors")
    .withIndex("projectId_companyName", (q) => q.eq("projectId", projectId));
  return await deleteRows(ctx, "contractors", await contractors.take(limit));
}
