import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { inNewOrder } from "../../../convex/rules/ordering.ts";
import { type BoardTask, changeBoardRow } from "./board-row.ts";
import { type BoardRows, replaceBoardRows } from "./board-rows.ts";
import type { BaseTaskStatus, Task } from "./task-change.ts";
import { type Clock, withTasks } from "./turn-change.ts";

/** Removes a deleted task at once from its list and from the counts of its unit. */
export function applyTaskDeletion(
  store: OptimisticLocalStore,
  { taskId }: { taskId: string },
): void {
  applyTaskDeletions(store, { ids: [taskId] });
}

/** Removes many deleted tasks in the same way. */
export function applyTaskDeletions(
  store: OptimisticLocalStore,
  { ids }: { ids: readonly string[] },
): void {
  const deleted = new Set(ids);
  const clock = clockOf(store);
  replaceTasks(store, deleted, { clock, change: () => null });
  removeFromMyDay(store, deleted);
  replaceBoardTasks(store, deleted, { clock, change: () => null });
}

function removeFromMyDay(store: OptimisticLocalStore, ids: ReadonlySet<string>): void {
  for (const { args, value: day } of store.getAllQueries(api.myDay.mine)) {
    if (!day) continue;
    const left = { ...day };
    for (const list of ["overdue", "dueToday", "nextSevenDays", "blocked", "noDate"] as const)
      left[list] = day[list].flatMap((group) => {
        const tasks = group.tasks.filter(({ id }) => !ids.has(id));
        if (tasks.length === group.tasks.length) return [group];
        return tasks.length === 0 ? [] : [{ ...group, tasks }];
      });
    store.setQuery(api.myDay.mine, args, left);
  }
}

/** Shows the new order of a unit's tasks at once. */
export function applyTaskOrder(
  store: OptimisticLocalStore,
  { unitId, taskIds }: { unitId: string; taskIds: string[] },
): void {
  const tasks = store.getQuery(api.tasks.list, { unitId });
  if (!tasks) return;
  store.setQuery(
    api.tasks.list,
    { unitId },
    inNewOrder(tasks, taskIds, (task) => task.id),
  );
}

/** The time of a change in ms, and the time zone in which the company counts days. */
export function clockOf(store: OptimisticLocalStore, now = Date.now()): Clock {
  const timeZone = store.getQuery(api.company.settings, {})?.timeZone ?? "UTC";
  return { now, timeZone };
}

/** Replaces or removes tasks in the lists of their units, and updates the counts of these. */
export function replaceTasks(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  { clock, change }: { clock: Clock; change: (task: Task) => Task | null },
): void {
  for (const { args, value: tasks } of store.getAllQueries(api.tasks.list)) {
    const unitId = tasks?.find((task) => ids.has(task.id))?.unitId;
    if (!tasks || unitId === undefined) continue;
    const left = tasks.flatMap((task) => (ids.has(task.id) ? (change(task) ?? []) : [task]));
    store.setQuery(api.tasks.list, args, left);
    recountUnit(store, unitId, (unit) => withTasks(countTasks(unit, left), left, clock));
  }
}

/** Replaces or removes tasks on all boards. */
export function replaceBoardTasks(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  task: { clock: Clock; change: (task: BoardTask) => BoardTask | null },
): void {
  replaceBoardRows(store, (rows) => {
    const changed = rowsWith(rows, ids);
    if (changed.size === 0) return null;
    return rows.map((row) => (changed.has(row) ? changeBoardRow(row, ids, task) : row));
  });
}

const rowByTaskOf = new WeakMap<BoardRows, ReadonlyMap<string, BoardRows[number]>>();

/** The rows of a page that have one of these tasks. A board has many pages, so each is looked through once. */
function rowsWith(rows: BoardRows, ids: ReadonlySet<string>): ReadonlySet<BoardRows[number]> {
  let rowByTask = rowByTaskOf.get(rows);
  if (rowByTask === undefined) {
    rowByTask = new Map(rows.flatMap((row) => row.tasks.map(({ id }) => [id as string, row])));
    rowByTaskOf.set(rows, rowByTask);
  }
  const known = rowByTask;
  return new Set([...ids].flatMap((id) => known.get(id) ?? []));
}

type Unit = FunctionReturnType<typeof api.units.list>[number];

function recountUnit(
  store: OptimisticLocalStore,
  unitId: string,
  recount: (unit: Unit) => Unit,
): void {
  const alone = store.getQuery(api.units.get, { unitId });
  if (alone) store.setQuery(api.units.get, { unitId }, recount(alone));
  for (const { args, value: units } of store.getAllQueries(api.units.list)) {
    if (!units?.some((unit) => unit.id === unitId)) continue;
    store.setQuery(
      api.units.list,
      args,
      units.map((unit) => (unit.id === unitId ? recount(unit) : unit)),
    );
  }
}

function countTasks(unit: Unit, tasks: readonly Task[]): Unit {
  const count = (status: BaseTaskStatus) =>
    tasks.filter(({ baseStatus }) => baseStatus === status).length;
  return {
    ...unit,
    totalTasks: tasks.length,
    completedTasks: count("completed"),
    inProgressTasks: count("in_progress"),
    notStartedTasks: count("not_started"),
  };
}
