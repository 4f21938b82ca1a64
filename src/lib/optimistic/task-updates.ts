import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { fullName } from "../format.ts";
import type { Editor } from "./block-change.ts";
import { changeBoardTask } from "./board-change.ts";
import { replaceInMyDay } from "./my-day.ts";
import { changeTask, type Task } from "./task-change.ts";
import { clockOf, replaceBoardTasks, replaceTasks } from "./tasks.ts";

/**
 * Shows a changed task at once in all lists and in the counts of its unit. `act` has the time of the change in ms and
 * its author.
 */
export function applyTaskUpdate(
  store: OptimisticLocalStore,
  { taskId, ...patch }: FunctionArgs<typeof api.tasks.update>,
  act: { at: number; by: Editor },
): void {
  applyTaskUpdates(store, { ids: [taskId], set: patch }, act);
}

/** Shows one change of many tasks in the same way. */
export function applyTaskUpdates(
  store: OptimisticLocalStore,
  { ids, set }: { ids: readonly string[]; set: Parameters<typeof changeTask>[1] },
  { at, by }: { at: number; by: Editor },
): void {
  const act = { ...clockOf(store, at), by, nameOf: (id: string) => nameIn(store, id) };
  const changed = new Set(ids);
  const own = { clock: act, change: (task: Task) => changeTask(task, set, act) };
  replaceTasks(store, changed, own);
  replaceInMyDay(store, changed, own);
  replaceBoardTasks(store, changed, {
    clock: act,
    change: (task) => changeBoardTask(task, set, act),
  });
}

/** The fields that the completion of a task changes, as they were before. */
export type Former = Pick<
  Task,
  | ("status" | "baseStatus" | "startDate" | "completionDate" | "completedBy" | "completedByName")
  | ("blockedReason" | "blockedNote" | "blockedAt" | "blockedBy" | "blockedByName")
>;

/** Shows a completed task at once as it was before. A task that somebody has reopened stays as it is. */
export function applyTaskReturn(
  store: OptimisticLocalStore,
  { taskId, before }: { taskId: string; before: Former },
  at: number,
): void {
  const ids = new Set([taskId]);
  const { status, baseStatus, blockedReason, blockedNote } = before;
  const change = (task: Task) => (task.baseStatus === "completed" ? { ...task, ...before } : task);
  const clock = clockOf(store, at);
  replaceTasks(store, ids, { clock, change });
  replaceInMyDay(store, ids, { clock, change });
  replaceBoardTasks(store, ids, {
    clock,
    change: (task) =>
      task.baseStatus === "completed"
        ? { ...task, status, baseStatus, blockedReason, blockedNote }
        : task,
  });
}

/** The name of a user or a team member, if a list with it is loaded. */
function nameIn(store: OptimisticLocalStore, id: string): string | null {
  const person = store.getQuery(api.people.list, {})?.find((each) => each.id === id);
  if (person) return fullName({ ...person, email: null });
  for (const { value: team } of store.getAllQueries(api.projectTeams.list)) {
    const member = team?.find((each) => each.id === id);
    if (member) return fullName(member);
  }
  return null;
}
