import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { deleteRows } from "../context/records.ts";
import { recordEvent, retireUnit } from "../history/events.ts";
import { CountChanges } from "../numbers/counts.ts";
import { removePhotosOfUnit } from "../photos/photoWrites.ts";
import { removeTasksOfUnit } from "../tasks/taskWrites.ts";

/**
 * Records removed in one transaction; a usual unit has far fewer. A task costs up to five index ranges of its 4,096: its
 * moments are counted in the workspace and in the project, and so is the use of its template.
 */
export const maxRemovalsPerStep = 500;

/** Removes a unit at once, with all that hangs on it; only a very large rest goes on in steps. */
export async function removeUnit(ctx: WriterCtx, unit: Doc<"units">): Promise<void> {
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
  await removeUnitContents(ctx, unit._id);
}

/** Removes what hangs on a removed unit, as much as one transaction may, and schedules the rest. */
export async function removeUnitContents(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const counts = new CountChanges();
  const left = await removeUnitParts(ctx, counts, { unitId, limit: maxRemovalsPerStep });
  await counts.apply(ctx);
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.removal.unitContents, { unitId });
}

/**
 * Removes up to `limit` records that hang on a unit; what is left of the limit, 0 when there may be more to remove. The
 * caller applies the counts.
 */
export async function removeUnitParts(
  ctx: MutationCtx,
  counts: CountChanges,
  { unitId, limit }: { unitId: Id<"units">; limit: number },
): Promise<number> {
  let left = limit;
  for (const remove of [removeTasksOfUnit, removeTimeOfUnit]) {
    left -= await remove(ctx, counts, { unitId, limit: left });
    if (left === 0) return 0;
  }
  for (const remove of [removePhotosOfUnit, removeNotesOfUnit, retireUnit]) {
    left -= await remove(ctx, unitId, left);
    if (left === 0) return 0;
  }
  return left;
}

async function removeNotesOfUnit(ctx: MutationCtx, unitId: Id<"units">, limit: number) {
  const notes = ctx.db
    .query("unitNotes")
    .withIndex("unitId_createdAt", (q) => q.eq("unitId", unitId));
  return await deleteRows(ctx, "unitNotes", await notes.take(limit));
}

async function removeTimeOfUnit(
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
