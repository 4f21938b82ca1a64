import type { UpdateTaskInput } from "../../../convex/rules/inputs/tasks.ts";
import { formatCount } from "../format.ts";
import { outbox } from "../outbox/outbox.ts";
import type { TaskPatch } from "../optimistic/task-change.ts";
import { toastStore } from "../toast-store.ts";
import type { UnitPatch } from "../optimistic/unit-change.ts";

export type Noun = "task" | "unit";

/** A record in an act on many records. */
export type Named = { id: string; name: string };

/** One change of many records. */
export type BulkSet = Omit<TaskPatch & UnitPatch, "status"> & {
  status?: NonNullable<UpdateTaskInput["status"]>;
};

/** The toast title for a completed act. */
export function doneTitle(noun: Noun, count: number, { status }: BulkSet): string {
  return `${formatCount(count, noun)} ${status === "completed" ? "completed" : "updated"}`;
}

/** Stores the change of each record on the device as its own operation, which waits for a connection. */
export async function keepEach(noun: Noun, ids: readonly string[], set: BulkSet): Promise<void> {
  for (const id of ids) {
    if (noun === "task") await outbox.do("task.update", { taskId: id, ...set });
    else await outbox.do("unit.update", { unitId: id, ...set });
  }
  toastStore.show({ title: `${formatCount(ids.length, noun)} kept on this device` });
}
