import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";
import { recordEvent } from "../history/events.ts";
import { relist, unlist } from "../history/feed.ts";
import { addTrashItem } from "../history/trashItems.ts";
import { deleteBlocksOfTask, markBlocksOfTask } from "../numbers/blocks.ts";
import { CountChanges } from "../numbers/counts.ts";
import { refreshSplit } from "../numbers/turnSplits.ts";
import { leaveTask, rejoinTask } from "../photos/photoWrites.ts";

/**
 * The maximum number of a task's parts (photos, blocks and listed events) that the transaction of an act changes, which
 * may be about 500 tasks. Most tasks have fewer.
 */
const mostAtOnce = 20;
/** The maximum number of parts in one of the transactions that follow. */
const maxPerStep = 500;
/**
 * The maximum number of photos that a trash item names, because a stored list has up to 8,192 elements. Further photos
 * stay linked to the task, which no one sees while it is in the trash.
 */
const maxPhotosOfItem = 8000;

type TaskKey = Pick<Doc<"tasks">, "_id" | "unitId">;

/** Puts a task into the trash at once; only a very large rest of its parts follows in steps. */
export async function deleteTask(ctx: WriterCtx, task: Doc<"tasks">): Promise<void> {
  const counts = new CountChanges();
  await takeTask(ctx, counts, task);
  await counts.apply(ctx);
}

/** Puts a task into the trash and subtracts it from the counts; the caller applies the counts. */
export async function takeTask(
  ctx: WriterCtx,
  counts: CountChanges,
  task: Doc<"tasks">,
): Promise<void> {
  const { _id: taskId, projectId, unitId, name } = task;
  const subject = { projectId, unitId, taskId, label: name };
  const eventId = await recordEvent(ctx, { kind: "task.removed", ...subject });
  const photoIds = await leaveTask(ctx, task, mostAtOnce);
  const trashId = await addTrashItem(ctx, {
    ...{ kind: "task", recordId: taskId, name, projectId, unitId, eventId },
    ...(photoIds.length > 0 && { photoIds }),
  });
  await ctx.db.patch("tasks", taskId, { trashId });
  counts.task(task, -1);
  await markParts(ctx, task, { trashId, limit: mostAtOnce - photoIds.length });
}

/** Takes the next parts of a task in the trash from the workspace, as many as one transaction may. */
export async function continueMarkingTask(ctx: MutationCtx, taskId: Id<"tasks">): Promise<void> {
  const task = await withTrash(ctx).db.get("tasks", taskId);
  const item = task && (await itemOf(ctx, task));
  // The task was restored or removed for good in the meantime.
  if (task === null || item === null) return;
  const photoIds = await leaveTask(ctx, task, Math.min(maxPerStep, roomFor(item)));
  if (photoIds.length > 0) await addPhotos(ctx, item, photoIds);
  await markParts(ctx, task, { trashId: item._id, limit: maxPerStep - photoIds.length });
}

async function markParts(
  ctx: MutationCtx,
  task: TaskKey,
  { trashId, limit }: { trashId: Id<"trash">; limit: number },
): Promise<void> {
  const { _id: taskId } = task;
  let left = limit;
  left -= await markBlocksOfTask(ctx, task, { from: undefined, to: trashId, limit: left });
  left -= await unlist(ctx, { taskId }, { by: trashId, limit: left });
  if (left === 0) await ctx.scheduler.runAfter(0, internal.jobs.trash.markTask, { taskId });
}

/** The item of a task that was deleted by itself; null for a task that is not, or is in the trash with its unit. */
async function itemOf(
  ctx: MutationCtx,
  { _id, trashId }: Doc<"tasks">,
): Promise<Doc<"trash"> | null> {
  const item = trashId === undefined ? null : await ctx.db.get("trash", trashId);
  return item?.recordId === _id ? item : null;
}

/** The number of further photos that an item may name. */
function roomFor({ photoIds = [] }: Doc<"trash">): number {
  return Math.max(0, maxPhotosOfItem - photoIds.length);
}

async function addPhotos(
  ctx: MutationCtx,
  { _id, photoIds = [] }: Doc<"trash">,
  more: readonly Id<"photos">[],
): Promise<void> {
  await ctx.db.patch("trash", _id, { photoIds: [...photoIds, ...more] });
}

/** Restores a task from the trash as it was; the caller applies the counts. A very large rest of parts follows in steps. */
export async function restoreTask(
  ctx: MutationCtx,
  counts: CountChanges,
  { task, item }: { task: Doc<"tasks">; item: Doc<"trash"> },
): Promise<void> {
  const { _id: taskId } = task;
  await ctx.db.patch("tasks", taskId, { trashId: undefined });
  counts.task(task, 1);
  const { _id: trashId, photoIds = [] } = item;
  await relist(ctx, { taskId }, { by: trashId, limit: mostAtOnce });
  await unmarkParts(ctx, task, { trashId, photoIds, limit: mostAtOnce });
}

/** The parts of a restored task that still carry the mark of its trash item, and the photos that are not linked again. */
type Rest = { trashId: Id<"trash">; photoIds: readonly Id<"photos">[] };

/** Returns the next parts to a restored task, as many as one transaction may. */
export async function continueUnmarkingTask(
  ctx: MutationCtx,
  { taskId, ...rest }: Rest & { taskId: Id<"tasks"> },
): Promise<void> {
  const task = await withTrash(ctx).db.get("tasks", taskId);
  // A task that was removed for good took its parts with it.
  if (task === null) return;
  const again = await itemOf(ctx, task);
  const taken = again === null ? 0 : roomFor(again);
  // A task that was deleted again gets its photos when that item is restored.
  if (again !== null) await addPhotos(ctx, again, rest.photoIds.slice(0, taken));
  const photoIds = rest.photoIds.slice(taken);
  await unmarkParts(ctx, task, { ...rest, photoIds, limit: maxPerStep });
  await refreshSplit(ctx, task.unitId);
}

async function unmarkParts(
  ctx: MutationCtx,
  task: TaskKey,
  { trashId, photoIds, limit }: Rest & { limit: number },
): Promise<void> {
  const { _id: taskId } = task;
  await rejoinTask(ctx, task, photoIds.slice(0, limit));
  let left = Math.max(0, limit - photoIds.length);
  const { trashId: to } = (await withTrash(ctx).db.get("tasks", taskId)) ?? {};
  left -= await markBlocksOfTask(ctx, task, { from: trashId, to, limit: left });
  if (left > 0) return;
  const rest = { taskId, trashId, photoIds: photoIds.slice(limit) };
  await ctx.scheduler.runAfter(0, internal.jobs.trash.unmarkTask, rest);
}

/** Removes a task from the trash for good; a very large rest of its parts follows in steps. */
export async function eraseTask(ctx: MutationCtx, task: Doc<"tasks">): Promise<void> {
  await ctx.db.delete("tasks", task._id);
  await eraseTaskParts(ctx, task, mostAtOnce);
}

/** Removes parts of a task for good, as many as one transaction may, and schedules the rest. */
export async function eraseTaskParts(
  ctx: MutationCtx,
  task: TaskKey,
  limit = maxPerStep,
): Promise<void> {
  const { _id: taskId, unitId } = task;
  let left = limit - (await leaveTask(ctx, task, limit)).length;
  left -= await deleteBlocksOfTask(ctx, task, left);
  left -= await unlist(ctx, { taskId }, { limit: left });
  if (left === 0)
    await ctx.scheduler.runAfter(0, internal.jobs.removal.taskContents, { taskId, unitId });
}
