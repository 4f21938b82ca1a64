import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import type { Doc, Id } from "../_generated/dataModel.js";
import type { MutationCtx, QueryCtx, WriterCtx } from "./context.ts";
import { CountChanges, projectCounts } from "./counts.ts";
import { recordEvent } from "./events.ts";
import { removeUnitParts } from "./removal.ts";
import { deleteRows } from "./rowRemoval.ts";

/** Records removed in one transaction; each may change a few derived numbers. */
const maxRemovalsPerStep = 1000;
/** Units looked through in one transaction; each costs a few index ranges of its 4,096. */
const maxUnitsPerStep = 200;
/** Running removals shown at once. */
const maxShown = 20;

export const vProjectRemoval = v.object({
  id: v.id("projectRemovals"),
  name: v.string(),
  unitCount: v.number(),
  removedUnits: v.number(),
});

/** What goes with a project, as far as it is counted. */
export async function projectContents(ctx: QueryCtx, project: Doc<"projects">) {
  const counts = await projectCounts(ctx, project._id);
  return { units: project.unitCount, tasks: counts?.totalTasks ?? 0 };
}

/** The removals that are not finished yet. */
export async function runningRemovals(ctx: QueryCtx) {
  const runs = await ctx.db.query("projectRemovals").take(maxShown);
  return runs.map(({ _id, name, unitCount, removedUnits }) => ({
    id: _id,
    ...{ name, unitCount, removedUnits },
  }));
}

/** Removes a project at once; what hangs on it goes with it, a large rest in further steps. */
export async function removeProject(ctx: WriterCtx, project: Doc<"projects">): Promise<void> {
  const counts = new CountChanges();
  await ctx.db.delete("projects", project._id);
  counts.project(project, -1);
  await counts.apply(ctx);
  await recordEvent(ctx, {
    kind: "project.removed",
    projectId: project._id,
    label: project.name,
    count: project.unitCount,
  });
  const step = await removeContents(ctx, project._id);
  if (step.isDone) return;
  const removalId = await ctx.db.insert("projectRemovals", {
    projectId: project._id,
    name: project.name,
    unitCount: project.unitCount,
    removedUnits: step.removedUnits,
  });
  await ctx.scheduler.runAfter(0, internal.jobs.removal.projectContents, { removalId });
}

/** One more step of a removal; its row goes away with the last one. */
export async function continueRemoval(
  ctx: MutationCtx,
  removalId: Id<"projectRemovals">,
): Promise<void> {
  const run = await ctx.db.get("projectRemovals", removalId);
  if (run === null) return;
  const step = await removeContents(ctx, run.projectId);
  if (step.isDone) {
    await ctx.db.delete("projectRemovals", removalId);
    return;
  }
  const removedUnits = run.removedUnits + step.removedUnits;
  await ctx.db.patch("projectRemovals", removalId, { removedUnits });
  await ctx.scheduler.runAfter(0, internal.jobs.removal.projectContents, { removalId });
}

async function removeContents(ctx: MutationCtx, projectId: Id<"projects">) {
  const counts = new CountChanges();
  const units = await ctx.db
    .query("units")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .take(maxUnitsPerStep + 1);
  let left = maxRemovalsPerStep;
  let removedUnits = 0;
  for (const unit of units.slice(0, maxUnitsPerStep)) {
    left = await removeUnitParts(ctx, counts, { unitId: unit._id, limit: left });
    if (left === 0) break;
    await ctx.db.delete("units", unit._id);
    counts.unit(unit, -1);
    removedUnits += 1;
  }
  await counts.apply(ctx);
  const isDone = removedUnits === units.length && (await removeOwnRows(ctx, projectId, left));
  return { removedUnits, isDone };
}

/** Removes up to `limit` rows that hang on the project itself; true when none are left. */
async function removeOwnRows(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  let left = limit;
  for (const remove of [removeTime, removeAssignments, removeContractors]) {
    left -= await remove(ctx, projectId, left);
    if (left === 0) return false;
  }
  const counts = await projectCounts(ctx, projectId);
  if (counts !== null) await ctx.db.delete("projectCounts", counts._id);
  return true;
}

async function removeTime(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  const entries = ctx.db
    .query("timeEntries")
    .withIndex("projectId_date_startTime", (q) => q.eq("projectId", projectId));
  return await deleteRows(ctx, "timeEntries", await entries.take(limit));
}

async function removeAssignments(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  const assignments = ctx.db
    .query("projectTeamAssignments")
    .withIndex("projectId_isActive_assignedAt", (q) => q.eq("projectId", projectId));
  return await deleteRows(ctx, "projectTeamAssignments", await assignments.take(limit));
}

async function removeContractors(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  const contractors = ctx.db
    .query("contractors")
    .withIndex("projectId_companyName", (q) => q.eq("projectId", projectId));
  return await deleteRows(ctx, "contractors", await contractors.take(limit));
}
