import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { inNewOrder } from "../../../convex/rules/ordering.ts";
import { fullName } from "../format.ts";
import type { Editor } from "./block-change.ts";
import { replaceInMyDay } from "./my-day.ts";
import { type BoardTask, changeBoardRow, changeBoardTask } from "./board-change.ts";
import { changeTask, type BaseTaskStatus, type Task } from "./task-change.ts";
import { type Clock, withTasks } from "./turn-change.ts";

/** Shows a changed task at once wherever it is listed, and in the counts of its unit, as changed by somebody at a moment. */
export function applyTaskUpdate(
  store: OptimisticLocalStore,
  { taskId, ...patch }: FunctionArgs<typeof api.tasks.update>,
  act: { at: number; by: Editor },
): void {
  applyTaskUpdates(store, { ids: [taskId], set: patch }, act);
}

/** The same for one change of many tasks. */
export function applyTaskUpdates(
  store: OptimisticLocalStore,
  { ids, set }: { ids: readonly string[]; set: Parameters<typeof changeTask>[1] },
  { at, by }: { at: number; by: Editor },
): void {
  const act = { ...clockOf(store, at), by, nameOf: (id: string) => nameIn(store, id) };
  const changed = new Set(ids);
  replaceTasks(store, changed, { clock: act, change: (task) => changeTask(task, set, act) });
  replaceBoardTasks(store, changed, (task) => changeBoardTask(task, set, act));
}

/** The name of a person or a member of a team, where a list of them is there. */
function nameIn(store: OptimisticLocalStore, id: string): string | null {
  const person = store.getQuery(api.people.list, {})?.find((each) => each.id === id);
  if (person) return fullName({ ...person, email: null });
  for (const { value: team } of store.getAllQueries(api.projectTeams.list)) {
    const member = team?.find((each) => each.id === id);
    if (member) return fullName(member);
  }
  return null;
}

/** Takes a deleted task out of its list and out of the counts of its unit at once. */
export function applyTaskDeletion(
  store: OptimisticLocalStore,
  { taskId }: { taskId: string },
): void {
  applyTaskDeletions(store, { ids: [taskId] });
}

/** The same for many tasks. */
export function applyTaskDeletions(
  store: OptimisticLocalStore,
  { ids }: { ids: readonly string[] },
): void {
  const deleted = new Set(ids);
  replaceTasks(store, deleted, { clock: clockOf(store), change: () => null });
  replaceBoardTasks(store, deleted, () => null);
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

/** The moment of a change, and the zone in which the company counts days. */
export function clockOf(store: OptimisticLocalStore, now = Date.now()): Clock {
  const timeZone = store.getQuery(api.company.settings, {})?.timeZone ?? "UTC";
  return { now, timeZone };
}

function replaceTasks(
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
  replaceInMyDay(store, ids, change);
}

function replaceBoardTasks(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  change: (task: BoardTask) => BoardTask | null,
): void {
  for (const { args, value: page } of store.getAllQueries(api.board.page)) {
    if (!page) continue;
    const changed = rowsWith(page.rows, ids);
    if (changed.size === 0) continue;
    const rows = page.rows.map((row) =>
      changed.has(row) ? changeBoardRow(row, ids, change) : row,
    );
    store.setQuery(api.board.page, args, { ...page, rows });
  }
}

type BoardRows = FunctionReturnType<typeof api.board.page>["rows"];

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
