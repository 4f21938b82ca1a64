import type { Doc, TableNames } from "../_generated/dataModel.js";
import type { MutationCtx } from "./context.ts";

/** Deletes these rows of a table; their number. */
export async function deleteRows<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  rows: readonly Doc<Table>[],
): Promise<number> {
  for (const { _id } of rows) await ctx.db.delete(table, _id);
  return rows.length;
}
