import { dayMs } from "../../lib/dates.ts";
import type { UnitFigures } from "../numbers/unitFigures.ts";
import { isIn, type Period, type Scope } from "./period.ts";

/** The best score; 0 is the worst. */
const bestScore = 5;

/** The category name shown for tasks without a category. */
const noCategory = "Other";

type Trend = {
  category: string;
  avgDays: number;
  trend: "improving" | "stable" | "other";
  change: number;
};

/** A part of a whole as a whole percentage, at most 100; 0 when the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.round((100 * part) / whole));
}

/** The score for the mean of these shares (0 to 1): a number from 0 to 5 with one decimal; 0 without shares. */
export function scoreOf(shares: readonly number[]): number {
  if (shares.length === 0) return 0;
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return rounded(bestScore * mean, 1);
}

/** A number rounded to `decimals` decimals; never a negative zero. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor + 0;
}

/**
 * The number of units that were completed in the period and have both dates, and the sum of their days from start to
 * completion.
 */
export function turnTime(
  units: readonly UnitFigures[],
  period: Period,
): { units: number; days: number } {
  let measured = 0;
  let ms = 0;
  for (const { startDate, completionDate } of units) {
    if (startDate === undefined || completionDate === undefined) continue;
    if (!isIn(completionDate, period)) continue;
    measured += 1;
    ms += completionDate - startDate;
  }
  return { units: measured, days: ms / dayMs };
}

/**
 * The numbers of tasks ahead of, on and behind schedule. Tasks with a due date count when they were due or completed in
 * the period.
 */
export function schedule(units: readonly UnitFigures[], scope: Scope) {
  const counts = { ahead: 0, on: 0, behind: 0 };
  for (const { tasks } of units) {
    for (const { dueDate, completionDate } of tasks) {
      if (dueDate === undefined) continue;
      if (!isIn(dueDate, scope.current) && !isIn(completionDate, scope.current)) continue;
      counts[standing(dueDate, completionDate, scope)] += 1;
    }
  }
  return counts;
}

/**
 * Counts as whole percentages that sum to 100. The largest remainders are rounded up; of equal remainders, "on" comes
 * first.
 */
export function schedulePercents({ ahead, on, behind }: ReturnType<typeof schedule>) {
  const counts = { on, ahead, behind };
  const total = on + ahead + behind;
  if (total === 0) return { ahead: 0, on: 0, behind: 0 };
  const names = ["on", "ahead", "behind"] as const;
  const percents = { on: 0, ahead: 0, behind: 0 };
  for (const name of names) percents[name] = Math.floor((100 * counts[name]) / total);
  const left = 100 - percents.on - percents.ahead - percents.behind;
  const byRemainder = names.toSorted(
    (a, b) => ((100 * counts[b]) % total) - ((100 * counts[a]) % total),
  );
  for (const name of byRemainder.slice(0, left)) percents[name] += 1;
  return percents;
}

/** The counts behind the quality score: of units, and of tasks with a due date, that were completed in the period. */
export function qualityCounts(units: readonly UnitFigures[], { current, dayOf }: Scope) {
  const due = { all: 0, inTime: 0 };
  const done = { all: 0, withPhoto: 0 };
  for (const unit of units) {
    if (isIn(unit.completionDate, current)) {
      done.all += 1;
      if (unit.hasCompletionPhoto) done.withPhoto += 1;
    }
    for (const { dueDate, completionDate } of unit.tasks) {
      if (dueDate === undefined || completionDate === undefined) continue;
      if (!isIn(completionDate, current)) continue;
      due.all += 1;
      if (completionDate < dayOf(dueDate).end) due.inTime += 1;
    }
  }
  return { due, done };
}

/** The shares behind the quality score; a share without any records is left out. */
export function qualityShares({ due, done }: ReturnType<typeof qualityCounts>): number[] {
  return [
    ...(due.all === 0 ? [] : [due.inTime / due.all]),
    ...(done.all === 0 ? [] : [done.withPhoto / done.all]),
  ];
}

/** The estimated hours of the tasks completed in the period. */
export function estimatedHours(units: readonly UnitFigures[], period: Period): number {
  let hours = 0;
  for (const { tasks } of units) {
    for (const task of tasks) {
      if (isIn(task.completionDate, period)) hours += task.estimatedHours ?? 0;
    }
  }
  return hours;
}

/** The mean days that the tasks of each category took in a unit, and the difference from the preceding period. */
export function taskTrends(
  units: readonly UnitFigures[],
  { current, preceding }: Pick<Scope, "current" | "preceding">,
): Trend[] {
  const before = preceding === null ? null : daysByCategory(units, preceding);
  const trends: Trend[] = [];
  for (const [category, days] of daysByCategory(units, current)) {
    const daysBefore = before?.get(category) ?? null;
    const change = days === null || daysBefore === null ? 0 : rounded(days - daysBefore, 1);
    const trend = change === 0 ? "stable" : change < 0 ? "improving" : "other";
    trends.push({ category, avgDays: days ?? 0, trend, change });
  }
  return trends.sort((a, b) => (a.category < b.category ? -1 : 1));
}

function standing(due: number, completed: number | undefined, { dayOf, dueFrom }: Scope) {
  if (completed === undefined) return due < dueFrom ? "behind" : "on";
  const day = dayOf(due);
  if (completed < day.start) return "ahead";
  return completed < day.end ? "on" : "behind";
}

/**
 * The mean days that a unit spent on the tasks of each category, for tasks completed in the period; null when no task
 * of the category has a start.
 */
function daysByCategory(units: readonly UnitFigures[], period: Period): Map<string, number | null> {
  const sums = new Map<string, { ms: number; units: number }>();
  for (const { tasks } of units) {
    const measured = new Set<string>();
    for (const { category, startDate, completionDate } of tasks) {
      if (completionDate === undefined || !isIn(completionDate, period)) continue;
      const name = category === undefined || category === "" ? noCategory : category;
      const sum = sums.get(name) ?? { ms: 0, units: 0 };
      sums.set(name, sum);
      if (startDate === undefined) continue;
      sum.ms += completionDate - startDate;
      if (!measured.has(name)) sum.units += 1;
      measured.add(name);
    }
  }
  const means = new Map<string, number | null>();
  for (const [name, { ms, units: count }] of sums) {
    means.set(name, count === 0 ? null : rounded(ms / count / dayMs, 1));
  }
  return means;
}
