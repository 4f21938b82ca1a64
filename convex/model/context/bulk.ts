import { type GenericValidator, v } from "convex/values";
import type { Doc, Id, TableNames } from "../../_generated/dataModel.js";
import { AppError, type ErrorData, errorData } from "../../lib/errors.ts";
import type { QueryCtx } from "./context.ts";

/**
 * The answer of one change of many records: the number of records, the batch, and the records after the change in the
 * sent order.
 */
export function vBulk<Item extends GenericValidator>(item: Item) {
  return v.object({ updated: v.number(), batchId: v.id("batches"), items: v.array(item) });
}

/** The answer of deleting many records. */
export const vBulkDeleted = v.object({
  success: v.literal(true),
  deleted: v.number(),
  batchId: v.id("batches"),
});

/** The stored answer for a resent key: ids only, because whole records are too large for one row. */
export type Bulk<Table extends TableNames> = { batchId: Id<"batches">; ids: Id<Table>[] };

/** A record, and the position of its id among the sent ids. */
export type Placed<Row> = { row: Row; at: number };

/** The records of the sent ids in the sent order, each once. Throws one failure that lists all unknown ids. */
export async function requireEach<Row extends { _id: string }>(
  ids: readonly string[],
  require: (id: string) => Promise<Row>,
): Promise<Placed<Row>[]> {
  const placed = ids.map((id, at) => ({ row: id, at }));
  const found = await onEach(placed, async (id) => await require(id));
  const seen = new Set<string>();
  return found
    .map((row, at) => ({ row, at }))
    .filter(({ row }) => !seen.has(row._id) && seen.add(row._id));
}

/**
 * Does one act on each record. Refusals are collected into one failure that names each refused record by its position
 * among the sent ids. The caller's transaction rolls back the changes of the other records too.
 */
export async function onEach<Row, Result>(
  placed: readonly Placed<Row>[],
  act: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const refusals: { at: number; data: ErrorData }[] = [];
  for (const { row, at } of placed) {
    try {
      results.push(await act(row));
    } catch (error) {
      const data = errorData(error);
      if (data === null) throw error;
      refusals.push({ at, data });
    }
  }
  if (refusals.length === 0) return results;
  // Faults of the request are reported before conflicts with its records.
  const first = refusals.find(({ data }) => data.code !== "conflict") ?? refusals[0];
  const { code, message } = first?.data ?? { code: "invalid", message: "Invalid input" };
  const errors = refusals.map(({ at, data }) => ({ path: `ids.${at}`, message: data.message }));
  throw new AppError(code, message, errors);
}

/** The records of these ids that still exist, in the order of the ids. */
export async function existingRecords<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  ids: readonly Id<Table>[],
): Promise<Doc<Table>[]> {
  const rows = await Promise.all(ids.map((id) => ctx.db.get(table, id)));
  return rows.filter((row) => row !== null);
}
