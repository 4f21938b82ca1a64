import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import type { UpdateTaskInput } from "../../rules/inputs/tasks.ts";
import { type Bulk, onEach, type Placed, requireEach } from "../context/bulk.ts";
import type { WriterCtx } from "../context/context.ts";
import { inBatch } from "../history/batches.ts";
import { CountChanges } from "../numbers/counts.ts";
import { requireTask } from "./tasks.ts";
import { takeTask } from "./taskTrash.ts";
import { changeTask } from "./taskWrites.ts";

/** Makes one change in the tasks of these ids, as one act. */
export async function updateTasks(
  ctx: WriterCtx,
  { ids, set }: { ids: readonly string[]; set: UpdateTaskInput },
): Promise<Bulk<"tasks">> {
  const tasks = await requireEach(ids, async (id) => await requireTask(ctx, id));
  const update = { ...set, time: { at: Date.now() } };
  const { batchId } = await inBatch(ctx, async (batchCtx) => {
    const counts = new CountChanges();
    await onEach(tasks, async (task) => await changeTask(batchCtx, counts, { task, update }));
    await counts.apply(batchCtx);
  });
  return { batchId, ids: tasks.map(({ row }) => row._id) };
}

/** Deletes the tasks of these ids as one act; returns their number and the batch. */
export async function deleteTasks(ctx: WriterCtx, ids: readonly string[]) {
  const tasks = await requireEach(ids, async (id) => await requireTask(ctx, id));
  await requireFewCompleted(ctx, tasks);
  const { batchId } = await inBatch(ctx, async (batchCtx) => {
    const counts = new CountChanges();
    await onEach(tasks, async (task) => await takeTask(batchCtx, counts, task));
    await counts.apply(batchCtx);
  });
  return { success: true as const, deleted: tasks.length, batchId };
}

/**
 * The maximum number of completed units among them. Recomputing the split of a completed unit costs three reads of the
 * transaction; each task costs seven.
 */
const mostInCompletedUnits = 100;

async function requireFewCompleted(
  ctx: WriterCtx,
  tasks: readonly Placed<Doc<"tasks">>[],
): Promise<void> {
  const completed = new Set<Id<"units">>();
  for (const { row } of tasks) {
    const unit = await ctx.db.get("units", row.unitId);
    if (unit?.status === "completed") completed.add(unit._id);
  }
  if (completed.size <= mostInCompletedUnits) return;
  const message = `Delete tasks of at most ${mostInCompletedUnits} completed units at once`;
  throw new AppError("invalid", message);
}
