import { getFunctionName } from "convex/server";
import { api } from "../../../../convex/_generated/api.js";
import { keyOf } from "../../answers/question.ts";
import { applyTaskReturn, applyTaskUpdate, type Former } from "../../optimistic/task-updates.ts";
import type { TaskPatch } from "../../optimistic/task-change.ts";
import type { Description, Operation } from "../operation.ts";
import { actOf } from "./act.ts";
import { taskAddress, taskName, unitAt } from "./names.ts";
import { changesInWords, typedInChanges } from "./words.ts";

/** The change of a task's status, dates, people or block. */
export const taskUpdate: Description<TaskPatch & { taskId: string }> = {
  version: 1,
  recordOf: ({ taskId }) => taskId,
  textOf: ({ taskId, ...patch }, shown) => `${taskName(shown, taskId)}: ${changesInWords(patch)}`,
  addressOf: ({ taskId }, shown) => taskAddress(shown, taskId),
  isDrawnAtOnce: true,
  show: (store, { args, madeAt }, { person }) =>
    applyTaskUpdate(store, args, { at: madeAt, by: person }),
  standsOn: tasksOfUnit,
  send: (operation, { mutation }) =>
    mutation(api.tasks.update, { ...operation.args, ...actOf(operation) }),
  typedIn: typedInChanges,
};

interface TaskUndo {
  taskId: string;
  /** The id of the operation that completed the task. */
  act: string;
  before: Former;
}

/**
 * The undo of a completion that the server may already have. The server undoes its own event, so that a block keeps its
 * person and time, and later changes of others stay.
 */
export const taskUndo: Description<TaskUndo> = {
  version: 1,
  recordOf: ({ taskId }) => taskId,
  textOf: ({ taskId }, shown) => `${taskName(shown, taskId)}: Completion undone`,
  addressOf: ({ taskId }, shown) => taskAddress(shown, taskId),
  isDrawnAtOnce: true,
  undoes: ({ act }) => act,
  show: (store, { args, madeAt }) => applyTaskReturn(store, args, madeAt),
  standsOn: tasksOfUnit,
  send: ({ args: { act } }, { mutation }) => mutation(api.undo.byKey, { act }),
};

/** The tasks of the unit, whose counts follow a change. */
function tasksOfUnit({ address }: Operation): string[] {
  const unitId = unitAt(address);
  return unitId === null ? [] : [keyOf(getFunctionName(api.tasks.list), { unitId })];
}
