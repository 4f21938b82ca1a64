import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";
import { recordEvent } from "../history/events.ts";
import { addTrashItem } from "../history/trashItems.ts";
import { CountChanges } from "../numbers/counts.ts";
import { refreshRecentPhotos } from "../photos/photoWrites.ts";
import { eraseUnitParts, markUnitParts, unmarkUnitParts } from "./unitParts.ts";

/**
 * Records gone through in one transaction; a usual unit has far fewer. A task costs up to five index ranges of its 4,096: its
 * moments are counted in the workspace and in the project, and so is the use of its template.
 */
export const maxPartsPerStep = 500;

/** Deletes a unit: it lies in the trash at once, with all that hangs on it; only a very large rest follows in steps. */
export async function deleteUnit(ctx: WriterCtx, unit: Doc<"units">): Promise<void> {
  const counts = new CountChanges();
  await takeUnit(ctx, counts, { unit, limit: maxPartsPerStep });
  await counts.apply(ctx);
}

/**
 * Puts a unit into the trash with up to `limit` records that hang on it, and takes them from the counts, which the caller
 * applies; what is left of the limit. The other records follow in steps.
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

/** Marks more of what hangs on a unit in the trash, as much as one transaction may, and schedules the rest. */
export async function continueMarking(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const trashId = (await withTrash(ctx).db.get("units", unitId))?.trashId;
  // Restored or removed for good meanwhile.
  if (trashId === undefined) return;
  const counts = new CountChanges();
  const left = await markUnitParts(ctx, counts, { unitId, trashId, limit: maxPartsPerStep });
  await counts.apply(ctx);
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.trash.markUnit, { unitId });
}

/**
 * Takes a unit out of the trash, as it was, with up to `limit` records that went with it; what is left of the limit. The other
 * records follow in steps.
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

/** Takes the mark from more of what hangs on a restored unit. */
export async function continueUnmarking(
  ctx: MutationCtx,
  item: { unitId: Id<"units">; trashId: Id<"trash"> },
): Promise<void> {
  await unmark(ctx, new CountChanges(), { ...item, limit: maxPartsPerStep });
  // The card of the unit and its figures tell of the photos that are back.
  if ((await ctx.db.get("units", item.unitId)) !== null)
    await refreshRecentPhotos(ctx, item.unitId);
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

/** Removes a unit of the trash for good; what hangs on it goes with it, a very large rest in steps. */
export async function eraseUnit(ctx: MutationCtx, unit: Doc<"units">): Promise<void> {
  await ctx.db.delete("units", unit._id);
  await eraseUnitContents(ctx, unit._id);
}

/** Removes what hangs on a unit for good, as much as one transaction may, and schedules the rest. */
export async function eraseUnitContents(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const counts = new CountChanges();
  const left = await eraseUnitParts(ctx, counts, { unitId, limit: maxPartsPerStep });
  await counts.apply(ctx);
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.removal.unitContents, { unitId });
}
