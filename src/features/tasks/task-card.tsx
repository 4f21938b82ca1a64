import { Trash2 } from "lucide-react";
import { memo } from "react";
import { DateField } from "../../components/date-field.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { formatHours } from "../../lib/format.ts";
import { TASK_STATUS } from "../../lib/status.ts";
import type { TaskPatch } from "./task-change.ts";
import { TaskStatusButtons } from "./task-status-buttons.tsx";
import type { Task } from "./task-types.ts";

interface TaskCardProps {
  task: Task;
  mayChange: boolean;
  onUpdate: (taskId: string, patch: TaskPatch) => void;
  onRemove: (task: Task) => void;
}

const DATES = [
  { field: "startDate", label: "Start Date" },
  { field: "dueDate", label: "Due Date" },
  { field: "completionDate", label: "Completion Date" },
] as const;

/** One task of a unit: its state, its dates, and what can be done with it. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, mayChange, onUpdate, onRemove } = props;
  const status = TASK_STATUS[task.status];
  return (
    <li
      aria-labelledby={`task-${task.id}`}
      className="grid gap-3 rounded-lg border border-line bg-surface p-3 [contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h4 id={`task-${task.id}`} className="text-sm font-medium break-words">
              {task.name}
            </h4>
            <Badge tone={status.tone} icon={status.icon}>
              {status.label}
            </Badge>
          </div>
          <TaskNote task={task} />
        </div>
        {mayChange && (
          <Button
            variant="ghost"
            size="icon"
            title="Remove Task"
            aria-label={`Remove ${task.name}`}
            onClick={() => onRemove(task)}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {DATES.map(({ field, label }) => (
          <DateField
            key={field}
            label={label}
            value={task[field]}
            disabled={!mayChange}
            onChange={(day) => onUpdate(task.id, { [field]: day })}
          />
        ))}
      </div>
      {mayChange && (
        <TaskStatusButtons task={task} onChange={(next) => onUpdate(task.id, { status: next })} />
      )}
    </li>
  );
});

function TaskNote({ task }: { task: Task }) {
  const facts = [
    task.category,
    task.estimatedHours === null ? null : formatHours(task.estimatedHours),
    task.description,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return <p className="mt-0.5 text-sm break-words text-ink-muted">{facts.join(" · ")}</p>;
}
