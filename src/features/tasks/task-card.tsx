import { Trash2, UserRoundPen } from "lucide-react";
import { memo } from "react";
import { BlockBadge } from "../../components/block-badge.tsx";
import { SelectBox } from "../../components/selection/select-box.tsx";
import { PendingMark } from "../../components/pending-mark.tsx";
import { DragHandle } from "../../components/sortable/drag-handle.tsx";
import { useSortableRow } from "../../components/sortable/use-sortable-row.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { SHOWN_MARK, SHOWN_ROW } from "../../hooks/address/use-shown-row.ts";
import { cn } from "../../lib/cn.ts";
import { TASK_STATUS } from "../../lib/status.ts";
import { TaskDates, taskFacts } from "./task-dates.tsx";
import type { Task } from "../../lib/optimistic/task-change.ts";
import type { TaskItemProps } from "./task-item.ts";
import { TaskPeople } from "./task-people.tsx";
import { TaskStatusButtons } from "./task-status-buttons.tsx";
import { TaskTick } from "./task-tick.tsx";

// The parts stand side by side if the list is wide enough; else the dates are on a second line.
const AREAS =
  "grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] [grid-template-areas:'tick_name_status_remove_select'_'tick_dates_dates_dates_dates'] @3xl:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto_auto] @3xl:[grid-template-areas:'tick_name_status_dates_remove_select']";

/**
 * Hidden at rest, visible on hover and focus. There is no transition, because a fade would go on while the row is
 * pressed.
 */
const ON_HOVER = "group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0";

/** One task of a unit on a desktop: its state, its dates and its actions. */
export const TaskCard = memo(function TaskCard(props: TaskItemProps) {
  const { task, mayChange, maySort, onUpdate, onDelete, onOpen } = props;
  const { setRow, style, isDragging, handle } = useSortableRow(task.id);
  return (
    <li
      ref={setRow}
      data-select={task.id}
      style={style}
      data-row
      {...(props.isShown && SHOWN_ROW)}
      aria-labelledby={`task-${task.id}`}
      className={cn(
        "group relative grid items-center gap-x-2 border-b border-line bg-raised py-1 [contain-intrinsic-size:auto_3rem] last:border-b-0 [content-visibility:auto] hover:bg-canvas has-[[data-act=select][aria-checked=true]]:bg-accent-soft",
        AREAS,
        SHOWN_MARK,
        isDragging && "shadow-overlay",
      )}
    >
      <div className="flex items-center [grid-area:tick]">
        {maySort && (
          <DragHandle name={task.name} handle={handle} className={cn("-ml-2", ON_HOVER)} />
        )}
        <TaskTick
          task={task}
          disabled={!mayChange}
          onChange={(status) => onUpdate(task.id, { status })}
        />
      </div>
      <TaskTitle task={task} />
      <TaskStatusButtons
        iconsOnly
        task={task}
        disabled={!mayChange}
        onChange={(status) => onUpdate(task.id, { status })}
        className={cn("[grid-area:status]", ON_HOVER)}
      />
      <div className="grid grid-cols-3 gap-1 [grid-area:dates] @max-3xl:max-w-md @3xl:grid-cols-[repeat(3,6.75rem)]">
        <TaskDates
          task={task}
          mayChange={mayChange}
          onUpdate={onUpdate}
          className="[&_[data-slot=date-picker]]:gap-1.5 [&_[data-slot=date-picker]]:border-transparent [&_[data-slot=date-picker]]:bg-transparent [&_[data-slot=date-picker]]:px-1.5 [&_[data-slot=date-picker]]:text-sm [&_[data-slot=date-picker]]:shadow-none [&_[data-slot=date-picker]:hover]:bg-hover [&>label]:sr-only @3xl:[&_svg]:hidden"
        />
      </div>
      {mayChange && (
        <div className={cn("flex [grid-area:remove]", ON_HOVER)}>
          <Button
            data-act="edit"
            variant="ghost"
            size="icon"
            title="People and Blocks"
            aria-label={`People and blocks of ${task.name}`}
            onClick={() => onOpen(task)}
          >
            <UserRoundPen aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            title="Remove Task"
            aria-label={`Remove ${task.name}`}
            onClick={() => onDelete(task)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      )}
      {mayChange && (
        <SelectBox id={task.id} name={task.name} className="-ml-1 [grid-area:select]" />
      )}
    </li>
  );
});

/** The captions above the date columns. Each picker has its own label for assistive technology. */
export function TaskColumns({ mayChange }: { mayChange: boolean }) {
  return (
    <div
      aria-hidden
      className={cn(
        "hidden justify-end gap-1 pb-1 text-xs text-ink-muted @3xl:flex [&>span]:w-27 [&>span]:px-1.5",
        mayChange && "pr-26",
      )}
    >
      <span>Start Date</span>
      <span>Due Date</span>
      <span className="whitespace-nowrap">Completion Date</span>
    </div>
  );
}

function TaskTitle({ task }: { task: Task }) {
  const { label, tone, icon } = TASK_STATUS.overdue;
  const facts = taskFacts(task);
  return (
    <div className="min-w-0 py-0.5 [grid-area:name]">
      <div className="flex flex-wrap items-center gap-x-2">
        <h3
          id={`task-${task.id}`}
          className={cn(
            "min-w-0 text-base font-medium break-words",
            task.baseStatus === "completed" && "text-ink-muted",
          )}
        >
          {task.name}
        </h3>
        {task.status === "overdue" && (
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        )}
        <BlockBadge block={task} />
        <PendingMark of={task.id} />
      </div>
      <TaskPeople task={task} />
      {facts !== "" && (
        <p className="truncate text-xs text-ink-muted" title={facts}>
          {facts}
        </p>
      )}
    </div>
  );
}
