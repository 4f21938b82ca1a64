import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A unit as lists show it, with its task counts and latest photos. */
export type UnitListItem = FunctionReturnType<typeof api.units.list>[number];

/** The filters of the unit grid; units on hold count under all only. */
export const UNIT_FILTERS = ["all", "not_started", "in_progress", "completed"] as const;

export type UnitFilter = (typeof UNIT_FILTERS)[number];

/** The number of units that each filter would show. */
export function countByUnitFilter(units: readonly UnitListItem[]): Record<UnitFilter, number> {
  const counts = { all: units.length, not_started: 0, in_progress: 0, completed: 0 };
  for (const { status } of units) if (status !== "on_hold") counts[status]++;
  return counts;
}

/** The units a filter shows. */
export function filterUnits(
  units: readonly UnitListItem[],
  filter: UnitFilter,
): readonly UnitListItem[] {
  return filter === "all" ? units : units.filter((unit) => unit.status === filter);
}

/** Completed tasks of all tasks in whole percent; 0 without tasks. */
export function taskProgress(unit: Pick<UnitListItem, "completedTasks" | "totalTasks">): number {
  return unit.totalTasks === 0 ? 0 : Math.round((100 * unit.completedTasks) / unit.totalTasks);
}
