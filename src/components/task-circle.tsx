import { Check } from "lucide-react";
import type { Ref } from "react";
import type { TaskStatus } from "../../convex/rules/labels.ts";
import { nextTaskStatus } from "../../convex/rules/transitions.ts";
import { cn } from "../lib/cn.ts";
import { TASK_STATUS } from "../lib/status.ts";
import { isStrayTap } from "../lib/stray-tap.ts";
import type { BaseTaskStatus } from "../lib/optimistic/task-change.ts";

/** The fields of a task that its circle shows. */
export interface CircledTask {
  id: string;
  name: string;
  status: TaskStatus;
  baseStatus: BaseTaskStatus;
}

const EDGES: Readonly<Record<BaseTaskStatus, string>> = {
  not_started: "border-line-strong",
  in_progress: "border-accent",
  completed: "border-success bg-success text-surface",
};

/**
 * The state of a task as a circle alone: empty, half done, full; red when it is overdue, whatever its state. The name
 * of the task and the word of its state stand beside it.
 */
export function TaskMark(props: {
  task: Pick<CircledTask, "status" | "baseStatus">;
  className?: string;
}) {
  const { status, baseStatus } = props.task;
  const isOverdue = status === "overdue";
  return (
    <span
      aria-hidden
      className={cn(
        // A state changes without a transition: a fading colour would repaint the page in each frame.
        "flex size-5 shrink-0 items-center justify-center rounded-full border-2 touch:size-6",
        EDGES[baseStatus],
        isOverdue && "border-danger",
        props.className,
      )}
    >
      {baseStatus === "in_progress" && (
        <span className={cn("size-1/2 rounded-full", isOverdue ? "bg-danger" : "bg-accent")} />
      )}
      {baseStatus === "completed" && <Check className="size-3/4" strokeWidth={3.5} />}
    </span>
  );
}

/**
 * The round button that moves a task on with one tap: not started, in progress, completed. A tap on a completed task
 * changes nothing; it calls `onCompletedPress`, for callers that offer other states. The second tap of a double tap
 * never moves another task.
 */
export function TaskCircle(props: {
  task: CircledTask;
  disabled?: boolean;
  onMove: (status: BaseTaskStatus) => void;
  /** Without this callback, the circle of a completed task cannot be pressed. */
  onCompletedPress?: () => void;
  /** The accessible name, for a place that shows the state elsewhere. */
  label?: string;
  ref?: Ref<HTMLButtonElement>;
  className?: string;
}) {
  const { task, disabled = false, onMove, onCompletedPress, label, ref, className } = props;
  const next = nextTaskStatus(task.baseStatus);
  const state = TASK_STATUS[task.status].label;
  const offer = next === null ? "choose another state" : `move on to ${TASK_STATUS[next].label}`;
  const isIdle = disabled || (next === null && onCompletedPress === undefined);
  return (
    <button
      type="button"
      data-act="complete"
      ref={ref}
      disabled={isIdle}
      aria-label={label ?? (isIdle ? `${task.name}: ${state}` : `${task.name}: ${state}, ${offer}`)}
      onClick={(event) => {
        if (isStrayTap(task.id, event)) return;
        if (next === null) onCompletedPress?.();
        else onMove(next);
      }}
      className={cn(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-full not-disabled:hover:bg-hover disabled:cursor-default touch:size-12",
        className,
      )}
    >
      <TaskMark task={task} />
    </button>
  );
}
