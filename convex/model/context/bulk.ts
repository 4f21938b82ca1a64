import { type GenericValidator, v } from "convex/values";
import type { Doc, Id, TableNames } from "../../_generated/dataModel.js";
import { AppError, type ErrorData, errorData } from "../../lib/errors.ts";
import type { QueryCtx } from "./context.ts";

/** The answer of one change of many records: their number, the act, and each as it is then in the order sent. */
export function vBulk<Item extends GenericValidator>(item: Item) {
  return v.object({ updated: v.number(), batchId: v.id("batches"), items: v.array(item) });
}

/** The answer of deleting many records. */
export const vBulkDeleted = v.object({
  success: v.literal(true),
  deleted: v.number(),
  batchId: v.id("batches"),
});

/** The kept part of an act on many records for a resent key: whole records are too large for one row. */
export type Bulk<Table extends TableNames> = { batchId: Id<"batches">; ids: Id<Table>[] };

/** A record of an act on many, and its place among the sent ids. */
export type Placed<Row> = { row: Row; at: number };

/** The records of the sent ids, each once, in the order sent. Unknown ones are refused together. */
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
 * Does one act on each record. What some of them refuse is told together, each by its place among the sent ids; the caller's
 * transaction leaves nothing of the others either.
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
  // Errors of the request come before conflicts with its records.
  const first = refusals.find(({ data }) => data.code !== "conflict") ?? refusals[0];
  const { code, message } = first?.data ?? { code: "invalid", message: "Invalid input" };
  const errors = refusals.map(({ at, data }) => ({ path: `ids.${at}`, message: data.message }));
  throw new AppError(code, message, errors);
}

/** The records of these ids that are still there, in their order. */
export async function stillThere<Table extends TableNames>(
  ctx: QueryCtx,
  table: Table,
  ids: readonly Id<Table>[],
): Promise<Doc<Table>[]> {
  const rows = await Promise.all(ids.map((id) => ctx.db.get(table, id)));
  return rows.filter((row) => row !== null);
}
