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

/** The work of one call: at most `limit` parts of a unit. The caller applies the changes of counts. */
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
    for (const part of await partsOf(ctx, table, unitId).take(left)) {
      await ctx.db.patch(table, part._id, { trashId });
      countPart(counts, { table, part, sign: -1 });
      left -= 1;
    }
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
    for (const part of await partsOfItem(whole, table, { unitId, trashId, limit: left })) {
      await ctx.db.patch(table, part._id, { trashId: next });
      if (next === undefined) countPart(counts, { table, part, sign: 1 });
      left -= 1;
    }
    if (left === 0) return 0;
  }
  if (next !== undefined) return left;
  return left - (await relist(ctx, { unitId }, { by: trashId, limit: left }));
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
    for (const part of await partsOf(whole, table, unitId).take(left)) {
      if (table === "photos") await erasePhoto(ctx, part as Doc<"photos">);
      else await deleteRows(ctx, table as PartTable, [part]);
      // Marked parts left the counts when they went into the trash.
      if (part.trashId === undefined) countPart(counts, { table, part, sign: -1 });
      left -= 1;
    }
    if (left === 0) return 0;
  }
  left -= await unlist(ctx, { unitId }, { limit: left });
  return left === 0 ? 0 : left - (await deleteItemsOfUnit(ctx, unitId, left));
}

function countPart(
  counts: CountChanges,
  { table, part, sign }: { table: PartTable; part: Doc<PartTable>; sign: 1 | -1 },
): void {
  if (table === "tasks") counts.task(part as Doc<"tasks">, sign);
  if (table === "timeEntries") counts.timeEntry(part as Doc<"timeEntries">, sign);
}

async function partsOfItem(
  whole: QueryCtx,
  table: PartTable,
  { unitId, trashId, limit }: PartWork & { trashId: Id<"trash"> },
): Promise<Doc<PartTable>[]> {
  const parts: Doc<PartTable>[] = [];
  for await (const part of partsOf(whole, table, unitId)) {
    if (part.trashId === trashId) parts.push(part);
    if (parts.length === limit) break;
  }
  return parts;
}

/** The rows of a table that belong to a unit. */
type Parts = AsyncIterable<Doc<PartTable>> & { take: (n: number) => Promise<Doc<PartTable>[]> };

function partsOf({ db }: QueryCtx, table: PartTable, unitId: Id<"units">): Parts {
  switch (table) {
    case "tasks":
      return db.query("tasks").withIndex("unitId_templateId", (q) => q.eq("unitId", unitId));
    case "timeEntries":
      return db.query("timeEntries").withIndex("unitId", (q) => q.eq("unitId", unitId));
    case "unitNotes":
      return db.query("unitNotes").withIndex("unitId_createdAt", (q) => q.eq("unitId", unitId));
    case "blocks":
      return db.query("blocks").withIndex("unitId_taskId_from", (q) => q.eq("unitId", unitId));
    case "photos":
      return db.query("photos").withIndex("unitId_type", (q) => q.eq("unitId", unitId));
  }
}
