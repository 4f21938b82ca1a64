import { AppError } from "../lib/errors.ts";
import type { UpdateTaskInput } from "./inputs/tasks.ts";
import type { UpdateUnitInput } from "./inputs/units.ts";
import type { BaseTaskStatus, UnitStatus } from "./labels.ts";

/**
 * The rules for a date when a status is sent: its value when the date itself is not sent, and whether it may be set or
 * cleared.
 */
const dateRules = {
  any: { unsent: "kept", set: true, emptied: true },
  now: { unsent: "now", set: true, emptied: true },
  set: { unsent: "now", set: true, emptied: false },
  no: { unsent: "empty", set: false, emptied: true },
} as const;

type DateRule = keyof typeof dateRules;

/** The rules of a status: for the start date, for the completion date, and the message when one of them is violated. */
type StatusRow = readonly [DateRule, DateRule, string];

const taskStatusTable: Record<BaseTaskStatus, StatusRow> = {
  not_started: ["no", "no", "A task that is not started has neither start nor completion date"],
  in_progress: ["now", "no", "A task in progress has no completion date"],
  completed: ["any", "set", "A completed task has a completion date"],
};

const unitStatusTable: Record<UnitStatus, StatusRow> = {
  not_started: ["any", "no", "Only a completed unit has a completion date"],
  in_progress: ["any", "no", "Only a completed unit has a completion date"],
  on_hold: ["any", "no", "Only a completed unit has a completion date"],
  completed: ["any", "set", "A completed unit has a completion date"],
};

/** The fields of a unit that its transitions depend on. */
export type UnitState = {
  status: UnitStatus;
  inProgressTasks: number;
  completedTasks: number;
};

/** A date that is sent without a status, and the status that follows from it. */
type DateRow<Status extends UnitStatus> = {
  sent: "startDate" | "completionDate";
  is: "set" | "emptied";
  to: Status;
  /** The condition under which the row applies; without one it always applies. */
  from?: (unit: UnitState) => boolean;
};

const taskDateTable: readonly DateRow<BaseTaskStatus>[] = [
  { sent: "completionDate", is: "set", to: "completed" },
  { sent: "completionDate", is: "emptied", to: "in_progress" },
];

/** The first row that applies decides. */
const unitDateTable: readonly DateRow<UnitStatus>[] = [
  ...taskDateTable,
  { sent: "startDate", is: "set", to: "in_progress", from: isNotStarted },
  { sent: "startDate", is: "emptied", to: "not_started", from: isInProgressWithoutWork },
];

function isNotStarted(unit: UnitState): boolean {
  return unit.status === "not_started";
}

function isInProgressWithoutWork(unit: UnitState): boolean {
  return unit.status === "in_progress" && unit.inProgressTasks === 0 && unit.completedTasks === 0;
}

/**
 * The fields that a change of a task sets: the sent fields and those that follow from them. Throws "invalid" when the
 * sent fields contradict each other.
 */
export function taskTransition(sent: UpdateTaskInput, now: number): UpdateTaskInput {
  if (sent.status !== undefined) {
    return { ...sent, ...datesOf(sent, taskStatusTable[sent.status], now) };
  }
  const row = taskDateTable.find((each) => isSent(sent[each.sent], each.is));
  return row === undefined ? sent : { ...sent, status: row.to };
}

/** The fields that a change of a unit sets: the sent fields and those that follow from them, by the rules of units. */
export function unitTransition(
  unit: UnitState,
  sent: UpdateUnitInput,
  now: number,
): UpdateUnitInput {
  if (sent.status !== undefined) {
    return { ...sent, ...datesOf(sent, unitStatusTable[sent.status], now) };
  }
  const row = unitDateTable.find(
    ({ sent: date, is, from }) => isSent(sent[date], is) && from?.(unit) !== false,
  );
  return row === undefined ? sent : { ...sent, status: row.to };
}

const nextStatus: Readonly<Record<BaseTaskStatus, BaseTaskStatus | null>> = {
  not_started: "in_progress",
  in_progress: "completed",
  completed: null,
};

/** The next status when a person taps a task; null for a completed task, which stays completed. */
export function nextTaskStatus(status: BaseTaskStatus): BaseTaskStatus | null {
  return nextStatus[status];
}

/** A sent date: null clears it, undefined leaves it unchanged. */
type SentDate = number | null | undefined;

type Dates = { startDate?: SentDate; completionDate?: SentDate };

function isSent(date: SentDate, is: "set" | "emptied"): boolean {
  return is === "set" ? typeof date === "number" : date === null;
}

/**
 * The dates that follow from the rules of a status; an unchanged date has no field. Throws "invalid" when a sent date
 * violates a rule.
 */
function datesOf(sent: Dates, [startRule, completionRule, reason]: StatusRow, now: number): Dates {
  if (!allows(startRule, sent.startDate) || !allows(completionRule, sent.completionDate)) {
    throw new AppError("invalid", reason, [{ path: "status", message: reason }]);
  }
  const startDate = dateUnder(startRule, sent.startDate, now);
  const completionDate = dateUnder(completionRule, sent.completionDate, now);
  return {
    ...(startDate !== undefined && { startDate }),
    ...(completionDate !== undefined && { completionDate }),
  };
}

function allows(rule: DateRule, date: SentDate): boolean {
  if (date === undefined) return true;
  return date === null ? dateRules[rule].emptied : dateRules[rule].set;
}

function dateUnder(rule: DateRule, date: SentDate, now: number): SentDate {
  if (date !== undefined) return date;
  return { kept: undefined, now, empty: null }[dateRules[rule].unsent];
}
