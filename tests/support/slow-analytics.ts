import type { Doc } from "../../convex/_generated/dataModel.js";
import { type Engine, rowsOf } from "./workspace.ts";

const day = 86_400_000;
const shift = 8;

type Task = Doc<"tasks">;
type Between = (moment: number | undefined) => boolean;

/** The formulas of analytics worked out from the records, in the most obvious way. Days are days of UTC. */
export async function slowAnalytics(t: Engine, projectId: string, period?: 30 | 90 | 365) {
  const of = async <Table extends "units" | "tasks" | "timeEntries" | "projectTeamAssignments">(
    table: Table,
  ) => (await rowsOf(t, table)).filter((row) => row.projectId === projectId);
  const [units, tasks, entries] = [await of("units"), await of("tasks"), await of("timeEntries")];
  const team = (await of("projectTeamAssignments"))
    .filter(({ isActive }) => isActive)
    .sort((a, b) => a.assignedAt - b.assignedAt);
  const photos = await rowsOf(t, "photos");
  const pool = await rowsOf(t, "teamMembers");
  const now = Date.now();
  const today = Math.floor(now / day);
  const from = period === undefined ? -Infinity : now - period * day;
  const to = period === undefined ? Infinity : (today + 1) * day;
  const within: Between = (moment) => moment !== undefined && moment >= from && moment < to;
  const before: Between = (moment) =>
    period !== undefined && moment !== undefined && moment >= from - period * day && moment < from;

  const completed = tasks.filter(({ status }) => status === "completed");
  const doneUnits = units.filter(
    (unit) => unit.status === "completed" && within(unit.completionDate),
  );
  const doneTasks = completed.filter((task) => within(task.completionDate));
  const worked = entries.filter(({ date }) => within(date));
  const finished = worked.filter(({ totalHours }) => totalHours !== undefined);
  const hours = Math.round(sum(finished.map((entry) => entry.totalHours ?? 0)) * 100) / 100;
  const siteFrom = period === undefined ? Math.min(...entries.map(({ date }) => date)) : from;
  const workdays = daysBetween(
    period === undefined ? Math.floor(siteFrom / day) * day : siteFrom,
    (today + 1) * day,
  ).filter((one) => ![0, 6].includes(new Date(one * day).getUTCDay()));
  const days = new Set(worked.map(({ date }) => Math.floor(date / day)));
  const timed = doneUnits.filter(({ startDate }) => startDate !== undefined);
  const due = doneTasks.filter(({ dueDate }) => dueDate !== undefined);
  const hoursOf = (id: string) =>
    sum(worked.filter((entry) => entry.teamMemberId === id).map((entry) => entry.totalHours ?? 0));

  return {
    completionRate: percent(completed.length, tasks.length),
    completedTasks: completed.length,
    totalTasks: tasks.length,
    avgTurnTime: Math.max(0, round(mean(timed.map(daysTaken)), 1)),
    costPerUnit: units.length === 0 ? 0 : round((hours * 50) / units.length, 2),
    totalHours: hours,
    qualityScore: round(
      5 *
        mean([
          ...(due.length === 0
            ? []
            : [
                due.filter((task) => dayOf(task.completionDate) <= dayOf(task.dueDate)).length /
                  due.length,
              ]),
          ...(doneUnits.length === 0
            ? []
            : [
                doneUnits.filter((unit) =>
                  photos.some(({ unitId, type }) => unitId === unit._id && type === "completion"),
                ).length / doneUnits.length,
              ]),
        ]),
      1,
    ),
    ...standing(tasks, within, today),
    crewUtilization: Math.min(100, percent(hours, team.length * shift * workdays.length)),
    equipmentUsage: percent(workdays.filter((one) => days.has(one)).length, workdays.length),
    productivity: Math.min(
      100,
      percent(sum(doneTasks.map((task) => task.estimatedHours ?? 0)), hours),
    ),
    safetyScore: round(
      5 * mean(finished.map(({ totalHours = 0 }) => (totalHours <= 10 ? 1 : 0))),
      1,
    ),
    taskTrends: trends(completed, within, before),
    teamMembers: team
      .flatMap(({ teamMemberId }) => pool.filter(({ _id }) => _id === teamMemberId))
      .sort((a, b) => hoursOf(b._id) - hoursOf(a._id))
      .map(({ _id: id, firstName, lastName, role, trade = null }) => {
        return { id, firstName, lastName, role, trade };
      }),
  };
}

function standing(tasks: Task[], within: Between, today: number) {
  const counted = tasks.filter(({ status, dueDate, completionDate }) => {
    if (dueDate === undefined) return false;
    return within(dueDate) || (status === "completed" && within(completionDate));
  });
  const isDone = ({ status }: Task) => status === "completed";
  const ahead = counted.filter(
    (task) => isDone(task) && dayOf(task.completionDate) < dayOf(task.dueDate),
  );
  const behind = counted.filter((task) =>
    isDone(task) ? dayOf(task.completionDate) > dayOf(task.dueDate) : dayOf(task.dueDate) < today,
  );
  const shares = [counted.length - ahead.length - behind.length, ahead.length, behind.length].map(
    (count, order) => {
      const exact = counted.length === 0 ? 0 : (100 * count) / counted.length;
      return { order, whole: Math.floor(exact), rest: round(exact - Math.floor(exact), 9) };
    },
  );
  let missing = counted.length === 0 ? 0 : 100 - sum(shares.map(({ whole }) => whole));
  for (const share of shares.toSorted((a, b) => b.rest - a.rest || a.order - b.order)) {
    if (missing > 0) share.whole += 1;
    missing -= 1;
  }
  const [on, early, late] = shares.map(({ whole }) => whole);
  return {
    onSchedulePercentage: on,
    aheadSchedulePercentage: early,
    behindSchedulePercentage: late,
  };
}

function trends(completed: Task[], within: Between, before: Between) {
  const nameOf = ({ category }: Task) => category ?? "Other";
  const names = new Set(completed.filter((task) => within(task.completionDate)).map(nameOf));
  return [...names].sort().map((category) => {
    const own = completed.filter((task) => nameOf(task) === category);
    const now = unitMean(own.filter((task) => within(task.completionDate)));
    const then = unitMean(own.filter((task) => before(task.completionDate)));
    const change = now === null || then === null ? 0 : round(now - then, 1);
    const trend = change <= -0.1 ? "improving" : change >= 0.1 ? "other" : "stable";
    return { category, avgDays: now ?? 0, trend, change };
  });
}

/** The mean over units of the summed days of these tasks; null when none of them has a start. */
function unitMean(tasks: Task[]): number | null {
  const timed = tasks.filter(({ startDate }) => startDate !== undefined);
  const units = [...new Set(timed.map(({ unitId }) => unitId))];
  if (units.length === 0) return null;
  const sums = units.map((id) => sum(timed.filter(({ unitId }) => unitId === id).map(daysTaken)));
  return round(mean(sums), 1);
}

type Dated = { startDate?: number; completionDate?: number };

function daysTaken({ startDate = 0, completionDate = 0 }: Dated): number {
  return (completionDate - startDate) / day;
}

function daysBetween(from: number, to: number): number[] {
  const days: number[] = [];
  if (!Number.isFinite(from)) return days;
  for (let one = Math.floor(from / day); one * day + day / 2 < to; one++) {
    if (one * day + day / 2 >= from) days.push(one);
  }
  return days;
}

function dayOf(moment = 0): number {
  return Math.floor(moment / day);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mean(numbers: number[]): number {
  return numbers.length === 0 ? 0 : sum(numbers) / numbers.length;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}

function round(value: number, decimals: number): number {
  return Math.round(Number((value * 10 ** decimals).toFixed(6))) / 10 ** decimals + 0;
}
