import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import type { UpdateTaskInput } from "../../../convex/rules/inputs/tasks.ts";
import type { UnitStatus } from "../../../convex/rules/labels.ts";
import { formatCount } from "../format.ts";
import { outbox } from "../outbox/outbox.ts";
import type { TaskPatch } from "../optimistic/task-change.ts";
import { type ToastOptions, toastStore } from "../toast-store.ts";
import type { UnitPatch } from "../optimistic/unit-change.ts";

export type Noun = "task" | "unit";

/** A record in an act on many records. */
export type Named = { id: string; name: string; status: UnitStatus };

/** One change of many records. */
export type BulkSet = Omit<TaskPatch & UnitPatch, "status"> & {
  status?: NonNullable<UpdateTaskInput["status"]>;
};

/** The records that do not have the state of this change yet: completing a task again would move its completion to today. */
export function withoutThoseInState<Record extends Named>(
  records: readonly Record[],
  set: BulkSet,
): Record[] {
  return records.filter(({ status }) => status !== set.status);
}

/** The most acts of the person that can follow an act before its effect is read. */
const MOST_LATER = 10;

/** The number of records that an act has changed: the others were like that already. It is all of them where it cannot be read. */
export async function changedBy(
  convex: ConvexReactClient,
  batchId: string,
  sent: number,
): Promise<number> {
  try {
    const { page } = await convex.query(api.undo.recent, { limit: MOST_LATER });
    // An act without an effect is no act of history.
    return page.find((act) => act.batchId === batchId)?.count ?? 0;
  } catch {
    return sent;
  }
}

/** The notice of a completed act on the chosen records. An act that has changed none of them cannot be undone. */
export function doneNotice(
  noun: Noun,
  {
    chosen,
    changed,
    takeBack,
  }: { chosen: number; changed: number; takeBack?: (() => void) | undefined },
  { status }: BulkSet,
): ToastOptions {
  const done = status === "completed" ? "completed" : "updated";
  const same = chosen - changed;
  return {
    title: changed === 0 ? "Nothing to change" : `${formatCount(changed, noun)} ${done}`,
    description:
      same === 0
        ? undefined
        : `${formatCount(same, noun)} ${same === 1 ? "is" : "are"} like this already.`,
    ...(changed > 0 && { undo: takeBack }),
  };
}

/** Stores the change of each record on the device as its own operation, which waits for a connection. */
export async function keepEach(noun: Noun, ids: readonly string[], set: BulkSet): Promise<void> {
  for (const id of ids) {
    if (noun === "task") await outbox.do("task.update", { taskId: id, ...set });
    else await outbox.do("unit.update", { unitId: id, ...set });
  }
  toastStore.show({ title: `${formatCount(ids.length, noun)} kept on this device` });
}
