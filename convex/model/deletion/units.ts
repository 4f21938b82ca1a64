import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { deleteRows } from "../context/records.ts";
import { recordEvent, unlistUnit } from "../history/events.ts";
import { deleteBlocksOfUnit } from "../numbers/blocks.ts";
import { CountChanges } from "../numbers/counts.ts";
import { deletePhotosOfUnit } from "../photos/photoWrites.ts";
import { deleteTasksOfUnit } from "../tasks/taskWrites.ts";

/**
 * Records deleted in one transaction; a usual unit has far fewer. A task costs up to five index ranges of its 4,096: its
 * moments are counted in the workspace and in the project, and so is the use of its template.
 */
export const maxDeletionsPerStep = 500;

/** Deletes a unit at once, with all that hangs on it; only a very large rest goes on in steps. */
export async function deleteUnit(ctx: WriterCtx, unit: Doc<"units">): Promise<void> {
  const counts = new CountChanges();
  await ctx.db.delete("units", unit._id);
  counts.unit(unit, -1);
  await counts.apply(ctx);
  await recordEvent(ctx, {
    kind: "unit.removed",
    projectId: unit.projectId,
    unitId: unit._id,
    label: unit.name,
    count: unit.totalTasks,
  });
  await deleteUnitContents(ctx, unit._id);
}

/** Deletes what hangs on a deleted unit, as much as one transaction may, and schedules the rest. */
export async function deleteUnitContents(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const counts = new CountChanges();
  const left = await deleteUnitParts(ctx, counts, { unitId, limit: maxDeletionsPerStep });
  await counts.apply(ctx);
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.removal.unitContents, { unitId });
}

/**
 * Deletes up to `limit` records that hang on a unit; what is left of the limit, 0 when there may be more to delete. The
 * caller applies the counts.
 */
export async function deleteUnitParts(
  ctx: MutationCtx,
  counts: CountChanges,
  { unitId, limit }: { unitId: Id<"units">; limit: number },
): Promise<number> {
  let left = limit;
  for (const remove of [deleteTasksOfUnit, deleteTimeOfUnit]) {
    left -= await remove(ctx, counts, { unitId, limit: left });
    if (left === 0) return 0;
  }
  for (const remove of [deletePhotosOfUnit, deleteNotesOfUnit, deleteBlocksOfUnit, unlistUnit]) {
    left -= await remove(ctx, unitId, left);
    if (left === 0) return 0;
  }
  return left;
}

async function deleteNotesOfUnit(ctx: MutationCtx, unitId: Id<"units">, limit: number) {
  const notes = ctx.db
    .query("unitNotes")
    .withIndex("unitId_createdAt", (q) => q.eq("unitId", unitId));
  return await deleteRows(ctx, "unitNotes", await notes.take(limit));
}

async function deleteTimeOfUnit(
  ctx: MutationCtx,
  counts: CountChanges,
  { unitId, limit }: { unitId: Id<"units">; limit: number },
) {
  const entries = await ctx.db
    .query("timeEntries")
    .withIndex("unitId", (q) => q.eq("unitId", unitId))
    .take(limit);
  for (const entry of entries) counts.timeEntry(entry, -1);
  return await deleteRows(ctx, "timeEntries", entries);
}
