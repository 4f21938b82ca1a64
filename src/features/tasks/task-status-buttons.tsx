import { cn } from "../../lib/cn.ts";
import { TASK_STATUS } from "../../lib/status.ts";
import type { BaseTaskStatus, Task } from "../../lib/optimistic/task-change.ts";

/** The states that can be chosen for a task, with the look of the current one's button. */
export const STATUS_CHOICES: readonly { status: BaseTaskStatus; current: string }[] = [
  { status: "not_started", current: "bg-surface text-ink ring-1 ring-line-strong" },
  { status: "in_progress", current: "bg-info-soft text-info-text" },
  { status: "completed", current: "bg-success-soft text-success-text" },
];

/** Buttons for the three states that can be chosen; overdue is derived and cannot be chosen. */
export function TaskStatusButtons(props: {
  task: Task;
  disabled: boolean;
  onChange: (status: BaseTaskStatus) => void;
  /** True hides the words from the eye, for rows without room for them; screen readers still read them. */
  iconsOnly?: boolean;
  className?: string;
}) {
  const { task, disabled, onChange, iconsOnly = false, className } = props;
  return (
    <div
      role="group"
      aria-label={`Status of ${task.name}`}
      className={cn("grid grid-cols-3 gap-0.5 rounded-md bg-sunken p-0.5", className)}
    >
      {STATUS_CHOICES.map(({ status, current }) => {
        const { label, icon: Icon } = TASK_STATUS[status];
        const isCurrent = task.baseStatus === status;
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isCurrent}
            disabled={disabled}
            title={iconsOnly ? label : undefined}
            onClick={() => {
              if (!isCurrent) onChange(status);
            }}
            className={cn(
              "flex h-7 items-center justify-center gap-1.5 rounded-sm text-xs whitespace-nowrap disabled:cursor-not-allowed touch:h-11 touch:px-1",
              iconsOnly ? "px-2 touch:min-w-11" : "px-2.5",
              isCurrent ? `font-medium shadow-raised ${current}` : "text-ink-muted hover:bg-hover",
            )}
          >
            <Icon aria-hidden className="size-3.5 shrink-0" />
            <span className={iconsOnly ? "sr-only" : undefined}>{label}</span>
          </button>
        );
      })}
    </div>
  );
}
