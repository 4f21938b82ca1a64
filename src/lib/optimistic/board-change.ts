import type { BoardTask } from "./board-row.ts";
import { type Act, changeTask, type Task } from "./task-change.ts";

/** The fields of a task that board rows do not have. */
const unseen = {
  startDate: null,
  completionDate: null,
  blockedNote: null,
  blockedAt: null,
  blockedBy: null,
  blockedByName: null,
  completedBy: null,
  completedByName: null,
};

/** The task of a board as the server will answer it after this change. */
export function changeBoardTask(
  task: BoardTask,
  patch: Parameters<typeof changeTask>[1],
  act: Act,
): BoardTask {
  const changed = changeTask({ ...unseen, ...task } as Task, patch, act);
  const { status, baseStatus, dueDate, assignedToId, crewMemberId } = changed;
  const { blockedReason, blockedNote } = changed;
  return {
    ...task,
    ...{ status, baseStatus, dueDate, blockedReason, blockedNote, assignedToId, crewMemberId },
  };
}
