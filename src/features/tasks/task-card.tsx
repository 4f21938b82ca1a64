import { Trash2 } from "lucide-react";
import { memo } from "react";
import { DateField } from "../../components/date-field.tsx";
import { DragHandle } from "../../components/sortable/drag-handle.tsx";
import { useSortableRow } from "../../components/sortable/use-sortable-row.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { formatHours } from "../../lib/format.ts";
import { TASK_STATUS } from "../../lib/status.ts";
import type { TaskPatch, Task } from "../../lib/task-change.ts";
import { TaskStatusButtons } from "./task-status-buttons.tsx";

interface TaskCardProps {
  task: Task;
  mayChange: boolean;
  /** The card can be moved to another place in the list. */
  maySort: boolean;
  onUpdate: (taskId: string, patch: TaskPatch) => void;
  onDelete: (task: Task) => void;
}

const DATES = [
  { field: "startDate", label: "Start Date" },
  { field: "dueDate", label: "Due Date" },
  { field: "completionDate", label: "Completion Date" },
] as const;

// On a phone the status buttons span the card's width, where a thumb reaches them.
const AREAS =
  "grid-cols-[1fr_auto] [grid-template-areas:'name_remove'_'status_status'_'dates_dates'] md:grid-cols-[1fr_auto_auto] md:[grid-template-areas:'name_status_remove'_'dates_dates_dates']";

/** One task of a unit: its state, its dates, and what can be done with it. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, mayChange, maySort, onUpdate, onDelete } = props;
  const { setRow, style, isDragging, handle } = useSortableRow(task.id, !maySort);
  return (
    <li
      ref={setRow}
      style={style}
      aria-labelledby={`task-${task.id}`}
      className={`relative grid items-start gap-x-2 gap-y-2.5 rounded-lg border border-line bg-surface p-3 [contain-intrinsic-size:auto_8rem] [content-visibility:auto] ${AREAS} ${isDragging ? "shadow-overlay" : ""}`}
    >
      <div className="flex min-w-0 items-start gap-1 [grid-area:name]">
        {maySort && (
          <DragHandle name={task.name} handle={handle} className="-my-1.5 -ml-1.5 touch:-my-3" />
        )}
        <TaskTitle task={task} />
      </div>
      <div className="[grid-area:status]">
        <TaskStatusButtons
          task={task}
          disabled={!mayChange}
          onChange={(status) => onUpdate(task.id, { status })}
        />
      </div>
      {mayChange && (
        <Button
          variant="ghost"
          size="icon"
          title="Remove Task"
          aria-label={`Remove ${task.name}`}
          onClick={() => onDelete(task)}
          className="[grid-area:remove] touch:-mt-2 touch:-mr-2"
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      <div className="grid grid-cols-2 gap-2.5 [grid-area:dates] md:grid-cols-3">
        {DATES.map(({ field, label }) => (
          <DateField
            key={field}
            label={label}
            value={task[field]}
            disabled={!mayChange}
            onChange={(day) => onUpdate(task.id, { [field]: day })}
            className="max-md:last:col-span-2"
          />
        ))}
      </div>
    </li>
  );
});

function TaskTitle({ task }: { task: Task }) {
  const { label, tone, icon } = TASK_STATUS.overdue;
  const facts = [
    task.category,
    task.estimatedHours === null ? null : formatHours(task.estimatedHours),
    task.description,
  ].filter(Boolean);
  return (
    <div className="min-w-0">
      <div className="flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1">
        <h3 id={`task-${task.id}`} className="min-w-0 text-base font-medium break-words">
          {task.name}
        </h3>
        {task.status === "overdue" && (
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        )}
      </div>
      <p className="text-sm break-words text-ink-muted">{facts.join(" · ")}</p>
    </div>
  );
}
