import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";

/**
 * A step begins no further unit when it has read this much. A function may read 16 MB, and the tasks of one unit may
 * take half of that, because each has a description.
 */
const maxBytesPerStep = 4 * 2 ** 20;

/** The room of one step. */
export function roomOfStep(): ListRoom {
  return new ListRoom(maxBytesPerStep);
}

/** Does the work of a step for the first of these units, and returns those. `work` counts the tasks that it reads. */
export async function unitsDone(
  units: readonly Doc<"units">[],
  work: (unit: Doc<"units">, room: ListRoom) => Promise<void>,
): Promise<Doc<"units">[]> {
  const done: Doc<"units">[] = [];
  const room = roomOfStep();
  for (const unit of units) {
    if (room.isFull) break;
    await work(unit, room);
    done.push(unit);
  }
  return done;
}

/** All tasks of a unit, in their order. They are counted in the room of a step, if there is one. */
export async function tasksOfUnit(
  ctx: QueryCtx,
  unitId: Id<"units">,
  room?: ListRoom,
): Promise<Doc<"tasks">[]> {
  const tasks: Doc<"tasks">[] = [];
  // The loop is bounded: a unit has at most one task for each template.
  for await (const task of tasksIn(ctx, unitId)) {
    tasks.push(task);
    room?.count(task);
  }
  return tasks;
}

/** The same as a query. */
export function tasksIn(ctx: QueryCtx, unitId: Id<"units">): AsyncIterable<Doc<"tasks">> {
  return ctx.db
    .query("tasks")
    .withIndex("unitId_sortOrder_createdAt_name", (q) => q.eq("unitId", unitId));
}
