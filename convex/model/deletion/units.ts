import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";
import { recordEvent } from "../history/events.ts";
import { addTrashItem } from "../history/trashItems.ts";
import { CountChanges } from "../numbers/counts.ts";
import { refreshSplit } from "../numbers/turnSplits.ts";
import { refreshRecentPhotos } from "../photos/photoWrites.ts";
import { eraseUnitParts, markUnitParts, unmarkUnitParts } from "./unitParts.ts";

/**
 * The maximum number of parts processed in one transaction; most units have far fewer. A task costs up to five of its
 * 4,096 index ranges: its dates are counted for the workspace and for the project, and the use of its template is
 * counted too.
 */
export const maxPartsPerStep = 500;

/** Puts a unit with its parts into the trash at once; only a very large rest follows in steps. */
export async function deleteUnit(ctx: WriterCtx, unit: Doc<"units">): Promise<void> {
  const counts = new CountChanges();
  await takeUnit(ctx, counts, { unit, limit: maxPartsPerStep });
  await counts.apply(ctx);
}

/**
 * Puts a unit into the trash with up to `limit` of its parts; the others follow in steps. Returns the unused part of
 * the limit. The caller applies the changes of counts.
 */
export async function takeUnit(
  ctx: WriterCtx,
  counts: CountChanges,
  { unit, limit }: { unit: Doc<"units">; limit: number },
): Promise<number> {
  const { _id: unitId, projectId, name } = unit;
  const eventId = await recordEvent(ctx, {
    kind: "unit.removed",
    ...{ projectId, unitId, label: name, count: unit.totalTasks },
  });
  const trashId = await addTrashItem(ctx, {
    ...{ kind: "unit", recordId: unitId, name, projectId, eventId },
  });
  await ctx.db.patch("units", unitId, { trashId });
  counts.unit(unit, -1);
  const left = limit === 0 ? 0 : await markUnitParts(ctx, counts, { unitId, trashId, limit });
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.trash.markUnit, { unitId });
  return left;
}

/** Marks the next parts of a unit in the trash, as many as one transaction may, and schedules the rest. */
export async function continueMarking(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const trashId = (await withTrash(ctx).db.get("units", unitId))?.trashId;
  // The unit was restored or removed for good in the meantime.
  if (trashId === undefined) return;
  const counts = new CountChanges();
  const left = await markUnitParts(ctx, counts, { unitId, trashId, limit: maxPartsPerStep });
  await counts.apply(ctx);
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.trash.markUnit, { unitId });
}

/**
 * Restores a unit from the trash as it was, with up to `limit` of the parts that were deleted with it; the others
 * follow in steps. Returns the unused part of the limit.
 */
export async function restoreUnit(
  ctx: MutationCtx,
  unit: Doc<"units">,
  { trashId, limit }: { trashId: Id<"trash">; limit: number },
): Promise<number> {
  await ctx.db.patch("units", unit._id, { trashId: undefined });
  const counts = new CountChanges();
  counts.unit(unit, 1);
  return await unmark(ctx, counts, { unitId: unit._id, trashId, limit });
}

/** Unmarks the next parts of a restored unit. */
export async function continueUnmarking(
  ctx: MutationCtx,
  item: { unitId: Id<"units">; trashId: Id<"trash"> },
): Promise<void> {
  await unmark(ctx, new CountChanges(), { ...item, limit: maxPartsPerStep });
  if ((await ctx.db.get("units", item.unitId)) === null) return;
  // The unit's card and figures show its photos and its blocks, which may be restored by now.
  await refreshRecentPhotos(ctx, item.unitId);
  await refreshSplit(ctx, item.unitId);
}

async function unmark(
  ctx: MutationCtx,
  counts: CountChanges,
  { limit, ...item }: { unitId: Id<"units">; trashId: Id<"trash">; limit: number },
): Promise<number> {
  const left = limit === 0 ? 0 : await unmarkUnitParts(ctx, counts, { ...item, limit });
  await counts.apply(ctx);
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.trash.unmarkUnit, item);
  return left;
}

/** Removes a unit from the trash for good with its parts; a very large rest follows in steps. */
export async function eraseUnit(ctx: MutationCtx, unit: Doc<"units">): Promise<void> {
  await ctx.db.delete("units", unit._id);
  await eraseUnitContents(ctx, unit._id);
}

/** Removes parts of a unit for good, as many as one transaction may, and schedules the rest. */
export async function eraseUnitContents(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const counts = new CountChanges();
  const left = await eraseUnitParts(ctx, counts, { unitId, limit: maxPartsPerStep });
  await counts.apply(ctx);
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.removal.unitContents, { unitId });
}
