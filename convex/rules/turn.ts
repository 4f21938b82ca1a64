import { utcDay } from "../lib/dates.ts";
import type { Risk, UnitStatus } from "./labels.ts";

/** A time in milliseconds since the epoch; an empty one is null in answers and absent in rows. */
type Moment = number | null | undefined;

/** The fields of a unit that its turn is computed from; all times are milliseconds since the epoch. */
export type UnitPlan = {
  status: UnitStatus;
  startDate?: Moment;
  completionDate?: Moment;
  /** Three calendar days, stored at 12:00 UTC. */
  moveOutDate?: Moment;
  readyByDate?: Moment;
  moveInDate?: Moment;
  /** The rent in cents. */
  monthlyRent?: Moment;
  blockedReason?: string | null | undefined;
};

/** The numbers of a unit's open tasks; hours in hundredths. */
export type OpenTasks = { hours: number; blocked: number; overdue: number };

/** The company's calendar: the number of today, counted from 1970-01-01, and the day number of a time. */
export type Calendar = { day: number; dayOf: (moment: number) => number };

/** The figures of a unit's turn in days; the loss is in cents. */
export type TurnFigures = {
  daysVacant: number | null;
  turnDays: number | null;
  daysToReadyBy: number | null;
  daysToMoveIn: number | null;
  risk: Risk;
  vacancyLoss: number | null;
};

/** The working time of a person in a day, in hundredths of an hour. */
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

/**
 * The range of whole days for which a unit has stood empty until today; `end` is exclusive. Null without a move-out
 * date.
 */
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

/**
 * The part of a unit's vacancy loss that falls on the days from `from` (inclusive) to `to` (exclusive), in cents; 0
 * without a rent.
 */
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

/** The earlier of the unit's ready-by and move-in dates, in milliseconds since the epoch; null without either. */
export function promisedMoment({
  readyByDate,
  moveInDate,
}: Pick<UnitPlan, "readyByDate" | "moveInDate">): number | null {
  const moments = [readyByDate, moveInDate].filter(isSet);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The day number of the promised date; null without one. */
export function promisedDay(plan: Pick<UnitPlan, "readyByDate" | "moveInDate">): number | null {
  return dayOfPlan(promisedMoment(plan));
}

/**
 * The first day on which an unchanged unit will be late or at risk; 0 when it is at risk already, null when it never
 * will be. `hours` and `blocked` describe its open tasks; `overdueFrom` is the first day on which one of them is
 * overdue.
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

/** The number of days from Monday to Friday from `first` to `last`, both inclusive. */
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

/** The days of a turn; `end` is exclusive. Null when the unit has neither a move-out date nor a start date. */
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

/** The risk of a unit today; the first condition that holds decides. */
function riskOf(plan: UnitPlan, { hours, blocked, overdue }: OpenTasks, today: number): Risk {
  if (plan.status === "completed") return "done";
  const promised = promisedDay(plan);
  if (promised === null) return "no_date";
  if (promised < today) return "late";
  if (isSet(plan.blockedReason) || blocked > 0 || overdue > 0) return "at_risk";
  return hours > hoursPerDay * workingDays(today, promised) ? "at_risk" : "on_track";
}

/** The rent for a number of days, rounded half up to cents; null without a rent. */
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

/** The first day from which the working days up to the promised day are too few for these hours; null without hours. */
function firstDayTooShort(hours: number, promised: number): number | null {
  if (hours <= 0) return null;
  const mostDays = Math.ceil(hours / hoursPerDay) - 1;
  return firstDayAfter(workingDaysBefore(promised + 1) - mostDays);
}

/** The first day that has `count` working days before it. */
function firstDayAfter(count: number): number {
  const weeks = Math.floor((count - 1) / 5);
  return weeks * 7 + (count - weeks * 5) - daysFromMonday;
}

/** The distance from the Monday before 1970-01-01, which was a Thursday. */
const daysFromMonday = 3;

function workingDaysBefore(day: number): number {
  const fromMonday = day + daysFromMonday;
  const weeks = Math.floor(fromMonday / 7);
  return weeks * 5 + Math.min(fromMonday - weeks * 7, 5);
}

function isSet<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
