import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { deleteRows } from "../context/records.ts";
import { withTrash } from "../context/trashMarks.ts";

type Blocked = Pick<Doc<"units">, "blockedReason" | "blockedAt">;

/** The blocked record: a unit or one of its tasks. */
type Place = Pick<Doc<"blocks">, "projectId" | "unitId"> & { taskId?: Id<"tasks"> };

/** The maximum number of blocks read of a unit; no real unit has more. */
const maxBlocks = 2000;

/**
 * Ends the block that was in force before a change, and stores the block that the change began. Call it after the
 * change.
 */
export async function keepBlocks(
  ctx: MutationCtx,
  place: Place,
  { before, after, at }: { before: Blocked; after: Blocked; at: number },
): Promise<void> {
  if (before.blockedReason === after.blockedReason) return;
  // The steps that restore a task or unit may not have returned its last block yet.
  const last = await withTrash(ctx)
    .db.query("blocks")
    .withIndex("unitId_taskId_from", (q) => q.eq("unitId", place.unitId).eq("taskId", place.taskId))
    .order("desc")
    .first();
  // Device clocks differ. The time is moved so that no block ends before its start, and none starts before the last one
  // ended.
  const moment = Math.max(at, last?.to ?? last?.from ?? at);
  if (last !== null && last.to === undefined)
    await ctx.db.patch("blocks", last._id, { to: moment });
  if (after.blockedReason !== undefined)
    await ctx.db.insert("blocks", { ...place, reason: after.blockedReason, from: moment });
}

/** The blocks of a unit and of its tasks. */
export async function blocksOfUnit(ctx: QueryCtx, unitId: Id<"units">): Promise<Doc<"blocks">[]> {
  return await ctx.db
    .query("blocks")
    .withIndex("unitId_trashId_taskId_from", (q) => q.eq("unitId", unitId).eq("trashId", undefined))
    .take(maxBlocks);
}

/**
 * Moves up to `limit` blocks of a task from one item of the trash to another, where undefined stands for the workspace;
 * returns their number.
 */
export async function markBlocksOfTask(
  ctx: MutationCtx,
  { unitId, _id: taskId }: TaskKey,
  { from, to, limit }: { from: TrashId; to: TrashId; limit: number },
): Promise<number> {
  if (limit === 0) return 0;
  const blocks = await withTrash(ctx)
    .db.query("blocks")
    .withIndex("unitId_trashId_taskId_from", (q) =>
      q.eq("unitId", unitId).eq("trashId", from).eq("taskId", taskId),
    )
    .take(limit);
  for (const { _id } of blocks) await ctx.db.patch("blocks", _id, { trashId: to });
  return blocks.length;
}

/** Deletes up to `limit` blocks of a task that is removed for good; returns their number. */
export async function deleteBlocksOfTask(
  ctx: MutationCtx,
  { unitId, _id: taskId }: TaskKey,
  limit: number,
): Promise<number> {
  if (limit === 0) return 0;
  const blocks = await withTrash(ctx)
    .db.query("blocks")
    .withIndex("unitId_taskId_from", (q) => q.eq("unitId", unitId).eq("taskId", taskId))
    .take(limit);
  return await deleteRows(ctx, "blocks", blocks);
}

type TaskKey = Pick<Doc<"tasks">, "unitId" | "_id">;
type TrashId = Id<"trash"> | undefined;
