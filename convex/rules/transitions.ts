import { AppError } from "../lib/errors.ts";
import type { UpdateTaskInput } from "./inputs/tasks.ts";
import type { UpdateUnitInput } from "./inputs/units.ts";
import type { UnitStatus } from "./labels.ts";

/**
 * The fields that a change of a task sets: the sent fields, and those that follow from them. Throws when
 * the sent fields contradict each other.
 */
export function taskTransition(sent: UpdateTaskInput, now: number): UpdateTaskInput {
  switch (sent.status) {
    case "completed":
      if (sent.completionDate === null)
        throw contradiction("A completed task has a completion date");
      return { ...sent, completionDate: sent.completionDate ?? now };
    case "in_progress":
      if (isSet(sent.completionDate)) {
        throw contradiction("A task in progress has no completion date");
      }
      return {
        ...sent,
        startDate: sent.startDate === undefined ? now : sent.startDate,
        completionDate: null,
      };
    case "not_started":
      if (isSet(sent.startDate) || isSet(sent.completionDate)) {
        throw contradiction("A task that is not started has neither start nor completion date");
      }
      return { ...sent, startDate: null, completionDate: null };
    case undefined:
      if (sent.completionDate === undefined) return sent;
      return { ...sent, status: sent.completionDate === null ? "in_progress" : "completed" };
    default:
      return sent.status satisfies never;
  }
}

/** The part of a unit that its transitions look at. */
export type UnitState = {
  status: UnitStatus;
  inProgressTasks: number;
  completedTasks: number;
};

/** The fields that a change of a unit sets: as for a task, with the unit's own rules. */
export function unitTransition(
  unit: UnitState,
  sent: UpdateUnitInput,
  now: number,
): UpdateUnitInput {
  if (sent.status === "completed") {
    if (sent.completionDate === null) throw contradiction("A completed unit has a completion date");
    return { ...sent, completionDate: sent.completionDate ?? now };
  }
  if (sent.status !== undefined) {
    if (isSet(sent.completionDate)) {
      throw contradiction("Only a completed unit has a completion date");
    }
    return { ...sent, completionDate: null };
  }
  if (sent.completionDate !== undefined) {
    return { ...sent, status: sent.completionDate === null ? "in_progress" : "completed" };
  }
  const status = statusByStart(unit, sent.startDate);
  return status === undefined ? sent : { ...sent, status };
}

function statusByStart(
  unit: UnitState,
  startDate: number | null | undefined,
): UnitStatus | undefined {
  if (isSet(startDate) && unit.status === "not_started") return "in_progress";
  const isIdle = unit.inProgressTasks === 0 && unit.completedTasks === 0;
  if (startDate === null && unit.status === "in_progress" && isIdle) return "not_started";
  return undefined;
}

function isSet(date: number | null | undefined): date is number {
  return typeof date === "number";
}

function contradiction(message: string): AppError {
  return new AppError("invalid", message, [{ path: "status", message }]);
}
