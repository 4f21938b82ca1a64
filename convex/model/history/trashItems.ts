import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";

type NewItem = Omit<Doc<"trash">, "_id" | "_creationTime" | "deletedBy" | "deletedAt">;

/**
 * Adds a trash item for a record that the caller deletes. Rows that are deleted with the record are marked with the
 * item's id.
 */
export async function addTrashItem(ctx: WriterCtx, item: NewItem): Promise<Id<"trash">> {
  return await ctx.db.insert("trash", {
    ...item,
    deletedBy: ctx.viewer._id,
    deletedAt: Date.now(),
  });
}

/** The trash item of a deleted record; null when it is not in the trash. */
async function trashItemOf(ctx: QueryCtx, recordId: string): Promise<Doc<"trash"> | null> {
  return await ctx.db
    .query("trash")
    .withIndex("recordId", (q) => q.eq("recordId", recordId))
    .unique();
}

/** The trash item of a record that the caller deleted; null when the record has been restored or removed for good. */
export async function ownTrashItemOf(
  ctx: WriterCtx,
  recordId: string,
): Promise<Doc<"trash"> | null> {
  const item = await trashItemOf(ctx, recordId);
  return item?.deletedBy === ctx.viewer._id ? item : null;
}

/** The trash item of a deletion's event; null when the record has been restored or removed for good. */
export async function trashItemOfEvent(
  ctx: QueryCtx,
  eventId: Id<"events">,
): Promise<Doc<"trash"> | null> {
  return await ctx.db
    .query("trash")
    .withIndex("eventId", (q) => q.eq("eventId", eventId))
    .unique();
}

/** Deletes up to `limit` trash items of records in a unit that is removed for good; returns their number. */
export async function deleteItemsOfUnit(
  ctx: MutationCtx,
  unitId: Id<"units">,
  limit: number,
): Promise<number> {
  const items = await ctx.db
    .query("trash")
    .withIndex("unitId", (q) => q.eq("unitId", unitId))
    .take(limit);
  for (const { _id } of items) await ctx.db.delete("trash", _id);
  return items.length;
}

/** Deletes up to `limit` trash items of records in a project that is removed for good; returns their number. */
export async function deleteItemsOfProject(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  limit: number,
): Promise<number> {
  const items = await ctx.db
    .query("trash")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .take(limit);
  for (const { _id } of items) await ctx.db.delete("trash", _id);
  return items.length;
}
