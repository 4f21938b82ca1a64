import { getDocumentSize } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { deleteRows } from "../context/records.ts";
import { withTrash } from "../context/trashMarks.ts";
import { relist, unlist } from "../history/feed.ts";
import { deleteItemsOfUnit } from "../history/trashItems.ts";
import type { CountChanges } from "../numbers/counts.ts";
import { erasePhoto } from "../photos/photoWrites.ts";

/** The tables of a unit's parts, in the order of deletion: counted records first, files last. */
const partTables = ["tasks", "timeEntries", "unitNotes", "blocks", "photos"] as const;

type PartTable = (typeof partTables)[number];

/**
 * A larger part counts as several parts: a transaction may read and write 16 MB, and marking a part reads it twice.
 */
const bytesOfOne = 8 * 1024;

/** The work on the parts of a unit: up to `limit` of them, counted in numbers that the caller applies. */
export type PartWork = { unitId: Id<"units">; limit: number };

/**
 * Marks up to `limit` parts of a unit as trash. Returns the unused part of the limit; 0 means that there may be more.
 * Parts that were deleted before keep their own mark.
 */
export async function markUnitParts(
  ctx: MutationCtx,
  counts: CountChanges,
  { unitId, limit, trashId }: PartWork & { trashId: Id<"trash"> },
): Promise<number> {
  let left = limit;
  for (const table of partTables) {
    const found = partsOf(withTrash(ctx), table, { unitId, in: undefined });
    const parts = await upTo(left, found);
    for (const part of parts.taken) {
      await ctx.db.patch(table, part._id, { trashId });
      countPart(counts, { table, part, sign: -1 });
    }
    left = parts.left;
    if (left === 0) return 0;
  }
  return left - (await unlist(ctx, { unitId }, { by: trashId, limit: left }));
}

/**
 * Removes the mark of a trash item from up to `limit` parts of a unit; returns the unused part of the limit. When the
 * unit is in the trash again, its parts get the new mark instead.
 */
export async function unmarkUnitParts(
  ctx: MutationCtx,
  counts: CountChanges,
  { unitId, limit, trashId }: PartWork & { trashId: Id<"trash"> },
): Promise<number> {
  const whole = withTrash(ctx);
  const unit = await whole.db.get("units", unitId);
  // A unit that was removed for good takes its parts with it.
  if (unit === null) return limit;
  const { trashId: next } = unit;
  let left = limit;
  for (const table of partTables) {
    const parts = await upTo(left, partsOf(whole, table, { unitId, in: trashId }));
    for (const part of parts.taken) {
      await ctx.db.patch(table, part._id, { trashId: next ?? (await ownMarkOf(whole, part)) });
      if (next === undefined) countPart(counts, { table, part, sign: 1 });
    }
    left = parts.left;
    if (left === 0) return 0;
  }
  await relist(ctx, { unitId }, { by: trashId, limit: left });
  return left;
}

/**
 * Removes up to `limit` parts of a unit for good. Returns the unused part of the limit; 0 means that there may be more.
 */
export async function eraseUnitParts(
  ctx: MutationCtx,
  counts: CountChanges,
  { unitId, limit }: PartWork,
): Promise<number> {
  const whole = withTrash(ctx);
  let left = limit;
  for (const table of partTables) {
    const parts = await upTo(left, partsOf(whole, table, { unitId }));
    for (const part of parts.taken) {
      if (table === "photos") await erasePhoto(ctx, part as Doc<"photos">);
      else await deleteRows(ctx, table as PartTable, [part]);
      // Marked parts left the counts when they went into the trash.
      if (part.trashId === undefined) countPart(counts, { table, part, sign: -1 });
    }
    left = parts.left;
    if (left === 0) return 0;
  }
  left -= await unlist(ctx, { unitId }, { limit: left });
  return left === 0 ? 0 : left - (await deleteItemsOfUnit(ctx, unitId, left));
}

/** The mark of a block whose task was deleted by itself: the task's own. */
async function ownMarkOf({ db }: QueryCtx, part: Doc<PartTable>): Promise<Id<"trash"> | undefined> {
  if (!("reason" in part) || part.taskId === undefined) return undefined;
  return (await db.get("tasks", part.taskId))?.trashId;
}

function countPart(
  counts: CountChanges,
  { table, part, sign }: { table: PartTable; part: Doc<PartTable>; sign: 1 | -1 },
): void {
  if (table === "tasks") counts.task(part as Doc<"tasks">, sign);
  if (table === "timeEntries") counts.timeEntry(part as Doc<"timeEntries">, sign);
}

/** The first parts up to a limit, and the rest of the limit. */
async function upTo(
  limit: number,
  parts: AsyncIterable<Doc<PartTable>>,
): Promise<{ taken: Doc<PartTable>[]; left: number }> {
  const taken: Doc<PartTable>[] = [];
  let left = limit;
  for await (const part of parts) {
    taken.push(part);
    left -= Math.ceil(getDocumentSize(part) / bytesOfOne);
    if (left <= 0) return { taken, left: 0 };
  }
  return { taken, left };
}

/**
 * The parts of a unit in one table. With `in`, only the parts in this item of the trash, or, when it is undefined, the
 * parts outside the trash. Each table has an index for it, because otherwise each step would read again all parts that
 * earlier steps have marked.
 */
function partsOf(
  { db }: QueryCtx,
  table: PartTable,
  place: { unitId: Id<"units">; in?: Id<"trash"> | undefined },
): AsyncIterable<Doc<PartTable>> {
  const { unitId } = place;
  const isAny = !("in" in place);
  switch (table) {
    case "tasks":
      return db.query("tasks").withIndex("unitId_trashId_templateId", (q) => {
        const ofUnit = q.eq("unitId", unitId);
        return isAny ? ofUnit : ofUnit.eq("trashId", place.in);
      });
    case "timeEntries":
      return db.query("timeEntries").withIndex("unitId_trashId", (q) => {
        const ofUnit = q.eq("unitId", unitId);
        return isAny ? ofUnit : ofUnit.eq("trashId", place.in);
      });
    case "unitNotes":
      return db.query("unitNotes").withIndex("unitId_trashId", (q) => {
        const ofUnit = q.eq("unitId", unitId);
        return isAny ? ofUnit : ofUnit.eq("trashId", place.in);
      });
    case "blocks":
      return db.query("blocks").withIndex("unitId_trashId_taskId_from", (q) => {
        const ofUnit = q.eq("unitId", unitId);
        return isAny ? ofUnit : ofUnit.eq("trashId", place.in);
      });
    case "photos":
      return db.query("photos").withIndex("unitId_trashId", (q) => {
        const ofUnit = q.eq("unitId", unitId);
        return isAny ? ofUnit : ofUnit.eq("trashId", place.in);
      });
  }
}
