import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
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
  const last = await ctx.db
    .query("blocks")
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
    .withIndex("unitId_taskId_from", (q) => q.eq("unitId", unitId))
    .take(maxBlocks);
}

/** Marks the blocks of a task that goes into the trash; with undefined, removes the mark. */
export async function markBlocksOfTask(
  ctx: MutationCtx,
  task: TaskKey,
  trashId: Id<"trash"> | undefined,
): Promise<void> {
  for await (const block of blocksOfTask(withTrash(ctx), task))
    await ctx.db.patch("blocks", block._id, { trashId });
}

/** Deletes the blocks of a task that is removed for good. */
export async function deleteBlocksOfTask(ctx: MutationCtx, task: TaskKey): Promise<void> {
  for await (const block of blocksOfTask(withTrash(ctx), task))
    await ctx.db.delete("blocks", block._id);
}

type TaskKey = Pick<Doc<"tasks">, "unitId" | "_id">;

function blocksOfTask(ctx: QueryCtx, { unitId, _id }: TaskKey) {
  return ctx.db
    .query("blocks")
    .withIndex("unitId_taskId_from", (q) => q.eq("unitId", unitId).eq("taskId", _id));
}
