import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../convex/_generated/api.js";
import { inNewOrder } from "../../convex/rules/ordering.ts";
import { fullName } from "./format.ts";
import { replaceInMyDay } from "./optimistic-my-day.ts";
import { changeTask, type BaseTaskStatus, type Task } from "./task-change.ts";

/** Shows a changed task at once wherever it is listed, and in the counts of its unit. */
export function applyTaskUpdate(
  store: OptimisticLocalStore,
  { taskId, ...patch }: FunctionArgs<typeof api.tasks.update>,
): void {
  const timeZone = store.getQuery(api.company.settings, {})?.timeZone ?? "UTC";
  const by = store.getQuery(api.users.viewer, {}) ?? undefined;
  const act = { now: Date.now(), timeZone, by, nameOf: (id: string) => nameIn(store, id) };
  replaceTask(store, taskId, (task) => changeTask(task, patch, act));
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
  replaceTask(store, taskId, () => null);
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

function replaceTask(
  store: OptimisticLocalStore,
  taskId: string,
  change: (task: Task) => Task | null,
): void {
  for (const { args, value: tasks } of store.getAllQueries(api.tasks.list)) {
    const old = tasks?.find((task) => task.id === taskId);
    if (!tasks || !old) continue;
    const changed = change(old);
    store.setQuery(
      api.tasks.list,
      args,
      tasks.flatMap((task) => (task !== old ? [task] : changed ? [changed] : [])),
    );
    recountUnit(store, old.unitId, { from: old.baseStatus, to: changed?.baseStatus ?? null });
  }
  replaceInMyDay(store, taskId, change);
}

const COUNT_FIELD = {
  not_started: "notStartedTasks",
  in_progress: "inProgressTasks",
  completed: "completedTasks",
} as const satisfies Record<BaseTaskStatus, string>;

function recountUnit(
  store: OptimisticLocalStore,
  unitId: string,
  { from, to }: { from: BaseTaskStatus; to: BaseTaskStatus | null },
): void {
  if (from === to) return;
  for (const { args, value: units } of store.getAllQueries(api.units.list)) {
    if (!units?.some((unit) => unit.id === unitId)) continue;
    store.setQuery(
      api.units.list,
      args,
      units.map((unit) => {
        if (unit.id !== unitId) return unit;
        const moved = { ...unit, [COUNT_FIELD[from]]: unit[COUNT_FIELD[from]] - 1 };
        return to === null
          ? { ...moved, totalTasks: unit.totalTasks - 1 }
          : { ...moved, [COUNT_FIELD[to]]: unit[COUNT_FIELD[to]] + 1 };
      }),
    );
  }
}
