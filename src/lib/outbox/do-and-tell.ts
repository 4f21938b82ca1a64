import { showError } from "../errors.ts";
import type { Task } from "../optimistic/task-change.ts";
import type { Former } from "../optimistic/task-updates.ts";
import { outbox } from "./outbox.ts";
import type { Kinds } from "./operations/table.ts";

/**
 * The messages for an operation: after the server has it, when it waits for a connection, and when the server refuses
 * it.
 */
export interface Told {
  confirmed?: (id: string) => void;
  waiting?: (id: string) => void;
  failure?: string;
}

/** Does an operation and shows its result: no message says "saved" before the server has answered. */
export async function doAndTell<Kind extends keyof Kinds>(
  kind: Kind,
  args: Kinds[Kind],
  told: Told = {},
): Promise<void> {
  try {
    const id = await outbox.do(kind, args);
    const end = await outbox.answered(id);
    if (end === "confirmed") told.confirmed?.(id);
    if (end === "waiting") told.waiting?.(id);
  } catch (error) {
    showError(error, told.failure);
  }
}

/** Withdraws a task's completion. If the server may already have it, another operation undoes it there. */
export async function undoCompletion(act: string, task: Task): Promise<void> {
  if (await outbox.takeBack(act)) return;
  const args = { taskId: task.id, act, before: former(task) };
  await doAndTell("task.undo", args, { failure: keptWords });
}

const keptWords = "Nothing was undone. Someone may have changed the task since.";

function former(task: Task): Former {
  const { status, baseStatus, startDate, completionDate, completedBy, completedByName } = task;
  const { blockedReason, blockedNote, blockedAt, blockedBy, blockedByName } = task;
  return {
    ...{ status, baseStatus, startDate, completionDate, completedBy, completedByName },
    ...{ blockedReason, blockedNote, blockedAt, blockedBy, blockedByName },
  };
}
