import type { FunctionReturnType } from "convex/server";
import { tz } from "@date-fns/tz";
import { addDays, startOfDay } from "date-fns";
import type { api } from "../../../convex/_generated/api.js";
import { calendarAt, datesFrom } from "../../../convex/rules/calendar.ts";
import { toMoney } from "../../../convex/rules/money.ts";
import { turnFigures } from "../../../convex/rules/turn.ts";
import { compareNames } from "../../../convex/rules/urgency.ts";

type Listed = FunctionReturnType<typeof api.units.list>[number];
/** A unit of a list or a board: rows of boards have no photos. */
export type Unit = Omit<Listed, "recentPhotos">;
type Task = FunctionReturnType<typeof api.tasks.list>[number];

/** The time of a change in ms, and the time zone in which the company counts days. */
export type Clock = { now: number; timeZone: string };

/** The unit with its turn computed again by the server's rules, after a change of its dates, its rent or its tasks. */
export function withTurn<Some extends Unit>(unit: Some, { now, timeZone }: Clock): Some {
  const { openHours, blockedTasks } = unit.turn;
  const tasks = { hours: openHours * 100, blocked: blockedTasks, overdue: unit.overdueTasks };
  const plan = {
    status: unit.status,
    startDate: momentOf(unit.startDate),
    completionDate: momentOf(unit.completionDate),
    moveOutDate: momentOf(unit.moveOutDate),
    readyByDate: momentOf(unit.readyByDate),
    moveInDate: momentOf(unit.moveInDate),
    monthlyRent: unit.monthlyRent === null ? null : Math.round(unit.monthlyRent * 100),
    blockedReason: unit.blockedReason,
  };
  const { vacancyLoss, ...figures } = turnFigures(plan, tasks, calendarAt(now, timeZone));
  const { monthlyRent } = unit;
  const turn = {
    ...{ ...figures, openHours, blockedTasks, monthlyRent },
    vacancyLoss: toMoney(vacancyLoss),
  };
  return { ...unit, turn };
}

/**
 * The unit as it results from these tasks: its open, overdue, next due and blocked tasks, their people, and the turn.
 */
export function withTasks(unit: Listed, tasks: readonly Task[], clock: Clock): Listed {
  const open = tasks.filter(({ baseStatus }) => baseStatus !== "completed");
  const [oldest] = open
    .filter(({ blockedReason }) => blockedReason !== null)
    .sort((a, b) => (momentOf(a.blockedAt) ?? 0) - (momentOf(b.blockedAt) ?? 0));
  const openHours = open.reduce(
    (sum, task) => sum + Math.round((task.estimatedHours ?? 0) * 100),
    0,
  );
  const turn = { ...unit.turn, openHours: openHours / 100 };
  const waitingFor = unit.blockedReason ?? oldest?.blockedReason ?? null;
  return withOpenTasks({ ...unit, turn, waitingFor, givenTo: givenTo(open) }, tasks, clock);
}

/** The unit with its overdue, next due and blocked tasks counted again, and the turn that results from them. */
export function withOpenTasks<Some extends Unit>(
  unit: Some,
  tasks: readonly Pick<Task, "baseStatus" | "dueDate" | "blockedReason">[],
  clock: Clock,
): Some {
  const open = tasks.filter(({ baseStatus }) => baseStatus !== "completed");
  const due = open.flatMap(({ dueDate }) => dueDate ?? []).sort();
  const today = startOfDay(clock.now, { in: tz(clock.timeZone) });
  const isBefore = (end: Date) => (date: string) => Date.parse(date) < datesFrom(end);
  const overdueTasks = due.filter(isBefore(today)).length;
  const blockedTasks = open.filter(({ blockedReason }) => blockedReason !== null).length;
  return withTurn(
    {
      ...unit,
      overdueTasks,
      jeopardyTasks: due.filter(isBefore(addDays(today, 3))).length,
      nextDueDate: due[overdueTasks] ?? null,
      turn: { ...unit.turn, blockedTasks },
    },
    clock,
  );
}

/** The names of the people with open tasks, those with the most tasks first. */
function givenTo(open: readonly Task[]): string[] {
  const byId = new Map<string, { name: string; tasks: number }>();
  const count = (id: string | null, name: string | null) => {
    if (id !== null && name !== null) byId.set(id, { name, tasks: (byId.get(id)?.tasks ?? 0) + 1 });
  };
  for (const task of open) {
    count(task.assignedToId, task.assignedToName);
    count(task.crewMemberId, task.crewMemberName);
  }
  return [...byId.values()]
    .sort((a, b) => b.tasks - a.tasks || compareNames(a.name, b.name))
    .map(({ name }) => name);
}

function momentOf(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}
