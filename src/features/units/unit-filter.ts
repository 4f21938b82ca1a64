import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { compareRows } from "../../../convex/rules/board.ts";

/** A unit as the list query returns it, with its task counts and latest photos. */
export type UnitListItem = FunctionReturnType<typeof api.units.list>[number];

/** The filters of the unit grid; units on hold are only in "all". */
export const UNIT_FILTERS = ["all", "not_started", "in_progress", "completed"] as const;

export type UnitFilter = (typeof UNIT_FILTERS)[number];

/** The alarms by which units are filtered: overdue work, units that are late or at risk, and work in jeopardy. */
export const UNIT_ALARMS = ["overdue", "late", "at_risk", "jeopardy"] as const;

export type UnitAlarm = (typeof UNIT_ALARMS)[number];

const isAlarmed: Record<UnitAlarm, (unit: UnitListItem) => boolean> = {
  overdue: (unit) => unit.overdueTasks > 0,
  late: ({ turn: { risk } }) => risk === "late",
  at_risk: ({ turn: { risk } }) => risk === "at_risk",
  jeopardy: (unit) => unit.jeopardyTasks > 0,
};

/** The number of units of each alarm. */
export function countByAlarm(units: readonly UnitListItem[]): Record<UnitAlarm, number> {
  const count = (alarm: UnitAlarm) => units.filter(isAlarmed[alarm]).length;
  return {
    ...{ overdue: count("overdue"), late: count("late") },
    ...{ at_risk: count("at_risk"), jeopardy: count("jeopardy") },
  };
}

/** The units with an alarm, or all units without a filter. */
export function unitsOfAlarm(
  units: readonly UnitListItem[],
  alarm: UnitAlarm | undefined,
): readonly UnitListItem[] {
  return alarm === undefined ? units : units.filter(isAlarmed[alarm]);
}

/** The number of units that each filter would show. */
export function countByUnitFilter(units: readonly UnitListItem[]): Record<UnitFilter, number> {
  const counts = { all: units.length, not_started: 0, in_progress: 0, completed: 0 };
  for (const { status } of units) if (status !== "on_hold") counts[status]++;
  return counts;
}

/** The units that pass a filter. */
export function filterUnits(
  units: readonly UnitListItem[],
  filter: UnitFilter,
): readonly UnitListItem[] {
  return filter === "all" ? units : units.filter((unit) => unit.status === filter);
}

/** The units in the order of a board: late, at risk, on track, no date, done. */
export function mostUrgentFirst(units: readonly UnitListItem[]): UnitListItem[] {
  return units.toSorted((a, b) => compareRows({ unit: a }, { unit: b }));
}

/** Completed tasks of all tasks in whole percent; 0 without tasks. */
export function taskProgress(unit: Pick<UnitListItem, "completedTasks" | "totalTasks">): number {
  return unit.totalTasks === 0 ? 0 : Math.round((100 * unit.completedTasks) / unit.totalTasks);
}
