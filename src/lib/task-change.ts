import { tz } from "@date-fns/tz";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { startOfDay } from "date-fns";
import type { api } from "../../convex/_generated/api.js";
import { updateTaskInput } from "../../convex/rules/inputs/tasks.ts";
import { taskTransition } from "../../convex/rules/transitions.ts";
import { isoOr } from "./changed-values.ts";

/** A task as every signed-in reader receives it. */
export type Task = FunctionReturnType<typeof api.tasks.list>[number];

/** A task template from which tasks of units are made. */
export type TaskTemplate = FunctionReturnType<typeof api.taskTemplates.list>[number];

/** The statuses that a person can give a task; overdue is only ever derived. */
export type BaseTaskStatus = Task["baseStatus"];

/** The statuses that a task shows, overdue included. */
export type TaskStatus = Task["status"];

type SentUpdate = FunctionArgs<typeof api.tasks.update>;

/** The fields of a task that can be changed; days are "YYYY-MM-DD", null empties a date. */
export type TaskPatch = Pick<SentUpdate, "startDate" | "dueDate" | "completionDate"> & {
  status?: BaseTaskStatus;
};

/** The moment a change happens, and the zone in which the company counts days. */
export interface Clock {
  now: number;
  timeZone: string;
}

/** The task as the server will answer it after this change, by the server's own rules. */
export function changeTask(task: Task, patch: Omit<SentUpdate, "taskId">, clock: Clock): Task {
  const sets = taskTransition(updateTaskInput.parse(patch), clock.now);
  const changed = {
    ...task,
    baseStatus: sets.status ?? task.baseStatus,
    startDate: isoOr(sets.startDate, task.startDate),
    dueDate: isoOr(sets.dueDate, task.dueDate),
    completionDate: isoOr(sets.completionDate, task.completionDate),
  };
  return { ...changed, status: isOverdue(changed, clock) ? "overdue" : changed.baseStatus };
}

function isOverdue(task: Task, { now, timeZone }: Clock): boolean {
  if (task.baseStatus === "completed" || task.dueDate === null) return false;
  return Date.parse(task.dueDate) < startOfDay(now, { in: tz(timeZone) }).getTime();
}
