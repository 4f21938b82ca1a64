import type { TaskStatus } from "../../convex/rules/labels.ts";
import { nextTaskStatus } from "../../convex/rules/transitions.ts";
import { cn } from "../lib/cn.ts";
import { TASK_STATUS } from "../lib/status.ts";
import type { BaseTaskStatus } from "../lib/task-change.ts";
import type { Tone } from "../lib/tone.ts";

/** The part of a task that its circle shows. */
export interface CircledTask {
  name: string;
  status: TaskStatus;
  baseStatus: BaseTaskStatus;
}

const toneClasses: Readonly<Record<Tone, string>> = {
  neutral: "text-ink-faint",
  accent: "text-accent-text",
  info: "text-info-text",
  success: "text-success-text",
  warning: "text-warning-text",
  danger: "text-danger-text",
};

/** The state of a task as an icon alone; the name of the task and the word of its state stand beside it. */
export function TaskStatusIcon({ status, className }: { status: TaskStatus; className?: string }) {
  const { icon: Icon, tone } = TASK_STATUS[status];
  return <Icon aria-hidden className={cn("shrink-0", toneClasses[tone], className)} />;
}

/**
 * The round button that moves a task on with one tap: not started, in progress, completed. A tap on a completed task
 * changes nothing; it is reported, for those who offer other states.
 */
export function TaskCircle(props: {
  task: CircledTask;
  disabled?: boolean;
  onMove: (status: BaseTaskStatus) => void;
  /** Without it, the circle of a completed task cannot be pressed. */
  onCompletedPress?: () => void;
  className?: string;
}) {
  const { task, disabled = false, onMove, onCompletedPress } = props;
  const next = nextTaskStatus(task.baseStatus);
  const state = TASK_STATUS[task.status].label;
  const offer = next === null ? "choose another state" : `move on to ${TASK_STATUS[next].label}`;
  const isIdle = disabled || (next === null && onCompletedPress === undefined);
  return (
    <button
      type="button"
      disabled={isIdle}
      aria-label={isIdle ? `${task.name}: ${state}` : `${task.name}: ${state}, ${offer}`}
      onClick={() => (next === null ? onCompletedPress?.() : onMove(next))}
      className={cn(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-full transition-colors not-disabled:hover:bg-hover disabled:cursor-default touch:size-11",
        props.className,
      )}
    >
      <TaskStatusIcon status={task.status} className="size-6 touch:size-7" />
    </button>
  );
}
