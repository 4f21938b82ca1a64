import { v } from "convex/values";
import type { Doc, Id, TableNames } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "./context.ts";

/** The answer of every deletion. */
export const vDeleted = v.object({ success: v.literal(true) });

/** True when a project exists. A deleted project does not exist, even while its contents are still being deleted. */
export async function projectExists(ctx: QueryCtx, projectId: Id<"projects">): Promise<boolean> {
  return (await ctx.db.get("projects", projectId)) !== null;
}

/** True when a unit exists: neither it nor its project was deleted. */
export async function unitExists(ctx: QueryCtx, unitId: Id<"units">): Promise<boolean> {
  const unit = await ctx.db.get("units", unitId);
  return unit !== null && (await projectExists(ctx, unit.projectId));
}

/** Deletes these rows of a table; returns their number. */
export async function deleteRows<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  rows: readonly Doc<Table>[],
): Promise<number> {
  for (const { _id } of rows) await ctx.db.delete(table, _id);
  return rows.length;
}
