import type { Task, TaskPatch } from "../../lib/optimistic/task-change.ts";

/** The properties of one task in the list of a unit, at a desk and on a phone. */
export interface TaskItemProps {
  task: Task;
  /** The address leads to this task. */
  isShown?: boolean;
  mayChange: boolean;
  /** The task can be moved to another place in the list. */
  maySort: boolean;
  onUpdate: (taskId: string, patch: TaskPatch) => void;
  onDelete: (task: Task) => void;
  /** Opens the dialog of who does the task and what it waits for. */
  onOpen: (task: Task) => void;
}
