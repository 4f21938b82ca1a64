import { TASK_STATUS } from "../../lib/status.ts";
import { cn } from "../../lib/cn.ts";
import type { BaseTaskStatus, Task } from "./task-types.ts";

const CHOICES: readonly BaseTaskStatus[] = ["not_started", "in_progress", "completed"];

/** The three states a task can be told to be in; overdue is derived and cannot be chosen. */
export function TaskStatusButtons(props: {
  task: Task;
  onChange: (status: BaseTaskStatus) => void;
}) {
  const { task, onChange } = props;
  return (
    <div
      role="group"
      aria-label={`Status of ${task.name}`}
      className="grid grid-cols-3 gap-1 rounded-lg bg-sunken p-1"
    >
      {CHOICES.map((status) => {
        const { label, icon: Icon } = TASK_STATUS[status];
        const current = task.baseStatus === status;
        return (
          <button
            key={status}
            type="button"
            aria-pressed={current}
            onClick={() => {
              if (!current) onChange(status);
            }}
            className={cn(
              "flex h-8 items-center justify-center gap-1.5 rounded-md px-2 text-sm transition-colors touch:h-11 max-sm:text-xs",
              current
                ? "bg-surface font-medium text-ink shadow-raised"
                : "text-ink-muted hover:text-ink",
            )}
          >
            <Icon aria-hidden className="size-3.5 shrink-0" />
            {label}
          </button>
        );
      })}
    </div>
  );
}
