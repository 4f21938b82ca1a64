import { tz } from "@date-fns/tz";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { startOfDay } from "date-fns";
import type { api } from "../../../convex/_generated/api.js";
import { datesFrom } from "../../../convex/rules/calendar.ts";
import { updateTaskInput } from "../../../convex/rules/inputs/tasks.ts";
import { taskTransition } from "../../../convex/rules/transitions.ts";
import { blockAfter, type Editor } from "./block-change.ts";
import { isoOr } from "../forms/changed-values.ts";
import { fullName } from "../format.ts";

/** A task as the query returns it to every reader. */
export type Task = FunctionReturnType<typeof api.tasks.list>[number];

/** A task template, from which the tasks of units are made. */
export type TaskTemplate = FunctionReturnType<typeof api.taskTemplates.list>[number];

/** The statuses that a person can give a task; overdue is only ever derived. */
export type BaseTaskStatus = Task["baseStatus"];

/** The statuses that a task shows, overdue included. */
export type TaskStatus = Task["status"];

type SentUpdate = FunctionArgs<typeof api.tasks.update>;

/** The fields of a task that can be changed; days are "YYYY-MM-DD", null empties a date. */
export type TaskPatch = Omit<SentUpdate, "taskId" | "session" | "status"> & {
  status?: BaseTaskStatus;
};

/** The time of a change in ms, the time zone in which the company counts days, and the person who makes the change. */
export interface Act {
  now: number;
  timeZone: string;
  by?: Editor | undefined;
  /** The name of a person who gets the task, if it is known here. */
  nameOf?: (id: string) => string | null;
}

/** The task as the server will return it after this change, computed by the server's rules. */
export function changeTask(task: Task, patch: Omit<SentUpdate, "taskId">, act: Act): Task {
  const sets = taskTransition(updateTaskInput.parse(patch), act.now);
  const changed = {
    ...task,
    baseStatus: sets.status ?? task.baseStatus,
    startDate: isoOr(sets.startDate, task.startDate),
    dueDate: isoOr(sets.dueDate, task.dueDate),
    completionDate: isoOr(sets.completionDate, task.completionDate),
    ...completerAfter(task, sets.status, act.by),
    ...givenAfter(sets, act),
    ...blockAfter("task", { record: { ...task, status: task.baseStatus }, sent: sets, act }),
  };
  return { ...changed, status: isOverdue(changed, act) ? "overdue" : changed.baseStatus };
}

/** The people of a task after a change. Ids are plain texts here; on the server they have the type of their table. */
function givenAfter(
  sets: { assignedToId?: string | null | undefined; crewMemberId?: string | null | undefined },
  act: Act,
) {
  const name = (id: string | null) => (id === null ? null : (act.nameOf?.(id) ?? null));
  const { assignedToId, crewMemberId } = sets;
  return {
    ...(assignedToId !== undefined && {
      assignedToId: assignedToId as Task["assignedToId"],
      assignedToName: name(assignedToId),
    }),
    ...(crewMemberId !== undefined && {
      crewMemberId: crewMemberId as Task["crewMemberId"],
      crewMemberName: name(crewMemberId),
    }),
  };
}

function completerAfter(task: Task, status: BaseTaskStatus | undefined, by: Act["by"]) {
  const isCompleted = (status ?? task.baseStatus) === "completed";
  if (isCompleted === (task.baseStatus === "completed")) return {};
  return {
    completedBy: isCompleted ? (by?.id ?? null) : null,
    completedByName: isCompleted && by ? fullName(by) : null,
  };
}

function isOverdue(task: Task, { now, timeZone }: Act): boolean {
  if (task.baseStatus === "completed" || task.dueDate === null) return false;
  return Date.parse(task.dueDate) < datesFrom(startOfDay(now, { in: tz(timeZone) }));
}
