import { getFunctionName } from "convex/server";
import { api } from "../../../../convex/_generated/api.js";
import { keyOf } from "../../answers/question.ts";
import { applyTaskUpdate } from "../../optimistic/task-updates.ts";
import type { TaskPatch } from "../../optimistic/task-change.ts";
import type { Description } from "../operation.ts";
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
  standsOn: ({ address }) => {
    const unitId = unitAt(address);
    return unitId === null ? [] : [keyOf(getFunctionName(api.tasks.list), { unitId })];
  },
  send: (operation, { mutation }) =>
    mutation(api.tasks.update, { ...operation.args, ...actOf(operation) }),
  typedIn: typedInChanges,
};
