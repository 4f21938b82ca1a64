import { utcDay } from "../lib/dates.ts";
import type { Risk, UnitStatus } from "./labels.ts";

/** An empty moment is null on the outside and absent in a row. */
type Moment = number | null | undefined;

/** The part of a unit that its turn is told from; all moments are epoch milliseconds. */
export type UnitPlan = {
  status: UnitStatus;
  startDate?: Moment;
  completionDate?: Moment;
  /** These three are kept at 12:00 UTC of their day. */
  moveOutDate?: Moment;
  readyByDate?: Moment;
  moveInDate?: Moment;
  /** In cents. */
  monthlyRent?: Moment;
  blockedReason?: string | null | undefined;
};

/** The open tasks of a unit in numbers, the hours in hundredths. */
export type OpenTasks = { hours: number; blocked: number; overdue: number };

/** The company's calendar, whose days are numbered from 1970-01-01 on. */
export type Calendar = { day: number; dayOf: (moment: number) => number };

/** The days of a unit's turn; what it loses is in cents. */
export type TurnFigures = {
  daysVacant: number | null;
  turnDays: number | null;
  daysToReadyBy: number | null;
  daysToMoveIn: number | null;
  risk: Risk;
  vacancyLoss: number | null;
};

/** A person works this long on a working day, in hundredths of an hour. */
const hoursPerDay = 800;
const daysPerMonth = 30;

/** The figures of a unit's turn today, from its dates, its rent and its open tasks. */
export function turnFigures(plan: UnitPlan, tasks: OpenTasks, calendar: Calendar): TurnFigures {
  const vacancy = vacantDays(plan, calendar.day);
  const daysVacant = vacancy === null ? null : vacancy.end - vacancy.start;
  const span = turnSpan(plan, calendar);
  return {
    daysVacant,
    turnDays: span && span.end - span.start,
    daysToReadyBy: daysUntil(plan.readyByDate, calendar.day),
    daysToMoveIn: daysUntil(plan.moveInDate, calendar.day),
    risk: riskOf(plan, tasks, calendar.day),
    vacancyLoss: daysVacant === null ? null : lossOf(plan.monthlyRent, daysVacant),
  };
}

/** The whole days for which a unit has stood empty until today, from `start` to before `end`; null without a move-out. */
export function vacantDays(
  { moveOutDate, moveInDate }: Pick<UnitPlan, "moveOutDate" | "moveInDate">,
  today: number,
): { start: number; end: number } | null {
  const start = dayOfPlan(moveOutDate);
  if (start === null) return null;
  const moveIn = dayOfPlan(moveInDate);
  const end = moveIn !== null && moveIn <= today ? moveIn : today;
  return { start, end: Math.max(start, end) };
}

/** The part of a unit's loss, in cents, that falls on the days from `from` to before `to`; 0 without a rent. */
export function lossWithin(
  plan: Pick<UnitPlan, "moveOutDate" | "moveInDate" | "monthlyRent">,
  today: number,
  { from, to }: { from: number; to: number },
): number {
  const vacancy = vacantDays(plan, today);
  if (vacancy === null) return 0;
  const days = Math.min(vacancy.end, to) - Math.max(vacancy.start, from);
  return lossOf(plan.monthlyRent, Math.max(0, days)) ?? 0;
}

/** The earlier of the dates that a unit is promised for; null without one. */
export function promisedMoment({
  readyByDate,
  moveInDate,
}: Pick<UnitPlan, "readyByDate" | "moveInDate">): number | null {
  const moments = [readyByDate, moveInDate].filter(isSet);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The day of that date. */
export function promisedDay(plan: Pick<UnitPlan, "readyByDate" | "moveInDate">): number | null {
  return dayOfPlan(promisedMoment(plan));
}

/**
 * The first day on which a unit is at risk or late as long as nothing of it changes, 0 when it always was; null when it never
 * is. Its work is told by its hours, its blocked tasks and the first day on which a task of it is overdue.
 */
export function alarmDay(
  plan: UnitPlan,
  {
    hours,
    blocked,
    overdueFrom,
  }: Pick<OpenTasks, "hours" | "blocked"> & { overdueFrom: number | null },
): number | null {
  const promised = promisedDay(plan);
  if (plan.status === "completed" || promised === null) return null;
  if (isSet(plan.blockedReason) || blocked > 0) return 0;
  const days = [promised + 1, overdueFrom, firstDayTooShort(hours, promised)];
  return Math.max(0, Math.min(...days.filter((day) => day !== null)));
}

/** The number of days from Monday to Friday between two days, both counted. */
export function workingDays(first: number, last: number): number {
  if (last < first) return 0;
  return workingDaysBefore(last + 1) - workingDaysBefore(first);
}

/** The month of a day, as its first day and the first day of the next one. */
export function monthOf(day: number): { from: number; to: number } {
  const date = new Date(day * 86_400_000);
  const firstDay = (month: number) => utcDay(Date.UTC(date.getUTCFullYear(), month, 1));
  return { from: firstDay(date.getUTCMonth()), to: firstDay(date.getUTCMonth() + 1) };
}

/** The days of a turn, from `start` to before `end`; null without a day on which it began. */
export function turnSpan(
  plan: UnitPlan,
  { day, dayOf }: Calendar,
): { start: number; end: number } | null {
  const { status, startDate, completionDate } = plan;
  const start = dayOfPlan(plan.moveOutDate) ?? (isSet(startDate) ? dayOf(startDate) : null);
  if (start === null) return null;
  const end = status === "completed" && isSet(completionDate) ? dayOf(completionDate) : day;
  return { start, end: Math.max(start, end) };
}

/** The first that fits. */
function riskOf(plan: UnitPlan, { hours, blocked, overdue }: OpenTasks, today: number): Risk {
  if (plan.status === "completed") return "done";
  const promised = promisedDay(plan);
  if (promised === null) return "no_date";
  if (promised < today) return "late";
  if (isSet(plan.blockedReason) || blocked > 0 || overdue > 0) return "at_risk";
  return hours > hoursPerDay * workingDays(today, promised) ? "at_risk" : "on_track";
}

/** The rent of these days, rounded half up to cents. */
function lossOf(monthlyRent: Moment, days: number): number | null {
  if (!isSet(monthlyRent)) return null;
  return Math.floor((2 * monthlyRent * days + daysPerMonth) / (2 * daysPerMonth));
}

function daysUntil(moment: Moment, today: number): number | null {
  const day = dayOfPlan(moment);
  return day === null ? null : day - today;
}

function dayOfPlan(moment: Moment): number | null {
  return isSet(moment) ? utcDay(moment) : null;
}

/** The first day from which on the working days up to the promised one are too few for these hours; null without hours. */
function firstDayTooShort(hours: number, promised: number): number | null {
  if (hours <= 0) return null;
  const mostDays = Math.ceil(hours / hoursPerDay) - 1;
  return firstDayAfter(workingDaysBefore(promised + 1) - mostDays);
}

/** The first day before which there are so many working days. */
function firstDayAfter(count: number): number {
  const weeks = Math.floor((count - 1) / 5);
  return weeks * 7 + (count - weeks * 5) - daysFromMonday;
}

/** 1970-01-01 was a Thursday: days are counted from the Monday before it. */
const daysFromMonday = 3;

function workingDaysBefore(day: number): number {
  const fromMonday = day + daysFromMonday;
  const weeks = Math.floor(fromMonday / 7);
  return weeks * 5 + Math.min(fromMonday - weeks * 7, 5);
}

function isSet<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
