import type { Doc } from "../../_generated/dataModel.js";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { recordEvent } from "../history/events.ts";
import { relist, unlist } from "../history/feed.ts";
import { addTrashItem } from "../history/trashItems.ts";
import { deleteBlocksOfTask, markBlocksOfTask } from "../numbers/blocks.ts";
import { CountChanges } from "../numbers/counts.ts";
import { leaveTask, rejoinTask } from "../photos/photoWrites.ts";

/** Puts a task into the trash. */
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
  const photoIds = await leaveTask(ctx, task);
  const trashId = await addTrashItem(ctx, {
    ...{ kind: "task", recordId: taskId, name, projectId, unitId, eventId },
    ...(photoIds.length > 0 && { photoIds }),
  });
  await ctx.db.patch("tasks", taskId, { trashId });
  await markBlocksOfTask(ctx, task, trashId);
  counts.task(task, -1);
  await unlist(ctx, { taskId }, { by: trashId });
}

/** Restores a task from the trash as it was; the caller applies the counts. */
export async function restoreTask(
  ctx: MutationCtx,
  counts: CountChanges,
  { task, item }: { task: Doc<"tasks">; item: Doc<"trash"> },
): Promise<void> {
  await ctx.db.patch("tasks", task._id, { trashId: undefined });
  await markBlocksOfTask(ctx, task, undefined);
  counts.task(task, 1);
  await rejoinTask(ctx, task, item.photoIds ?? []);
  await relist(ctx, { taskId: task._id }, { by: item._id });
}

/** Removes a task from the trash for good. */
export async function eraseTask(ctx: MutationCtx, task: Doc<"tasks">): Promise<void> {
  await deleteBlocksOfTask(ctx, task);
  await ctx.db.delete("tasks", task._id);
}
