import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import type { Task } from "./task-change.ts";
import { type Clock, withOpenTasks } from "./turn-change.ts";

export type BoardRow = FunctionReturnType<typeof api.board.page>["rows"][number];

/** A task as the board query returns it. */
export type BoardTask = BoardRow["tasks"][number];

/**
 * The row after a change of some of its tasks; `change` returns null to remove a task. The counts and the risk of the
 * unit follow. A row has no hours of its tasks, so the open hours stay as they were.
 */
export function changeBoardRow(
  { unit, tasks }: BoardRow,
  ids: ReadonlySet<string>,
  { clock, change }: { clock: Clock; change: (task: BoardTask) => BoardTask | null },
): BoardRow {
  const changed = tasks.flatMap((task) => (ids.has(task.id) ? (change(task) ?? []) : [task]));
  const count = (status: Task["baseStatus"]) =>
    changed.filter(({ baseStatus }) => baseStatus === status).length;
  const counted = {
    ...unit,
    totalTasks: changed.length,
    completedTasks: count("completed"),
    inProgressTasks: count("in_progress"),
    notStartedTasks: count("not_started"),
    waitingFor: unit.blockedReason ?? waitingFor(changed, unit.waitingFor),
  };
  return { unit: withOpenTasks(counted, changed, clock), tasks: changed };
}

/** The row after a change of its unit. The unit's own reason had hidden that of its tasks. */
export function changeUnitOfRow(
  { unit: before, tasks }: BoardRow,
  unit: BoardRow["unit"],
): BoardRow {
  const reason = before.blockedReason === null ? before.waitingFor : null;
  return { unit: { ...unit, waitingFor: unit.blockedReason ?? waitingFor(tasks, reason) }, tasks };
}

/**
 * The reason that the unit waits for. Only the server knows the oldest block, so the earlier reason stays while a task
 * still has it.
 */
function waitingFor(tasks: readonly BoardTask[], before: BoardRow["unit"]["waitingFor"]) {
  const reasons = tasks.flatMap(({ blockedReason }) => blockedReason ?? []);
  return before !== null && reasons.includes(before) ? before : (reasons[0] ?? null);
}
