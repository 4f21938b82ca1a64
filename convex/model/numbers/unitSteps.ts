import { getDocumentSize } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";

/**
 * A step begins no further unit when it has read this much. A function may read 16 MB, and the tasks of one unit may
 * take half of that, because each has a description.
 */
export const maxBytesPerStep = 4 * 2 ** 20;

/** Does the work of a step for the first of these units, and returns those. `work` returns the bytes that it read. */
export async function unitsDone(
  units: readonly Doc<"units">[],
  work: (unit: Doc<"units">) => Promise<number>,
): Promise<Doc<"units">[]> {
  const done: Doc<"units">[] = [];
  let bytes = 0;
  for (const unit of units) {
    if (bytes > maxBytesPerStep) break;
    bytes += await work(unit);
    done.push(unit);
  }
  return done;
}

/** All tasks of a unit, in their order. */
export async function tasksOfUnit(ctx: QueryCtx, unitId: Id<"units">): Promise<Doc<"tasks">[]> {
  const tasks: Doc<"tasks">[] = [];
  // The loop is bounded: a unit has at most one task for each template.
  for await (const task of tasksIn(ctx, unitId)) tasks.push(task);
  return tasks;
}

/** The same as a query. */
export function tasksIn(ctx: QueryCtx, unitId: Id<"units">): AsyncIterable<Doc<"tasks">> {
  return ctx.db
    .query("tasks")
    .withIndex("unitId_sortOrder_createdAt_name", (q) => q.eq("unitId", unitId));
}

/** The bytes of tasks that were read. */
export function bytesOf(tasks: readonly Doc<"tasks">[]): number {
  return tasks.reduce((sum, task) => sum + getDocumentSize(task), 0);
}
