import type { Task, TaskPatch } from "../../lib/optimistic/task-change.ts";

/** The properties of a task in a unit's list, on desktop and phone. */
export interface TaskItemProps {
  task: Task;
  /** True when the address leads to this task. */
  isShown?: boolean;
  mayChange: boolean;
  /** True when the task can be moved within the list. */
  maySort: boolean;
  onUpdate: (taskId: string, patch: TaskPatch) => void;
  onDelete: (task: Task) => void;
  /** Opens the dialog for the people and the block of the task. */
  onOpen: (task: Task) => void;
}
