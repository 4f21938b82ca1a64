import { ChevronDown, CircleAlert, SquareCheck, Trash2, UserRoundPen } from "lucide-react";
import { memo, useContext, useState } from "react";
import { BlockBadge } from "../../components/block-badge.tsx";
import { SelectBox } from "../../components/selection/select-box.tsx";
import { PendingMark } from "../../components/pending-mark.tsx";
import { DragHandle } from "../../components/sortable/drag-handle.tsx";
import { type RowHandle, useSortableRow } from "../../components/sortable/use-sortable-row.ts";
import { Button } from "../../components/ui/button.tsx";
import { SHOWN_MARK, SHOWN_ROW } from "../../hooks/address/use-shown-row.ts";
import { SelectionContext } from "../../hooks/edits/use-record-selection.ts";
import { cn } from "../../lib/cn.ts";
import { formatShortDate } from "../../lib/format.ts";
import { TaskDates, taskFacts } from "./task-dates.tsx";
import type { Task } from "../../lib/optimistic/task-change.ts";
import type { TaskItemProps } from "./task-item.ts";
import { TaskPeople } from "./task-people.tsx";
import { TaskStatusButtons } from "./task-status-buttons.tsx";
import { TaskTick } from "./task-tick.tsx";

/**
 * One task of the checklist on a phone: its circle, its name and its delay. A tap on the name shows everything else.
 */
export const TaskRow = memo(function TaskRow(props: TaskItemProps) {
  const { task, mayChange, onUpdate } = props;
  const [open, setOpen] = useState(false);
  const { setRow, style, isDragging, handle } = useSortableRow(task.id);
  const isDone = task.baseStatus === "completed";
  return (
    <li
      ref={setRow}
      data-select={task.id}
      style={style}
      data-row
      {...(props.isShown && SHOWN_ROW)}
      aria-labelledby={`task-${task.id}`}
      className={cn(
        "relative border-b border-line bg-raised [contain-intrinsic-size:auto_3rem] last:border-b-0 [content-visibility:auto] has-[[data-act=select][aria-checked=true]]:bg-accent-soft",
        SHOWN_MARK,
        isDragging && "shadow-overlay",
      )}
    >
      <div className="relative flex min-h-12 items-center gap-1">
        <TaskTick
          task={task}
          disabled={!mayChange}
          onChange={(status) => onUpdate(task.id, { status })}
          className="z-1 -ml-3"
        />
        <h3 id={`task-${task.id}`} className="min-w-0 flex-1 text-touch">
          <button
            type="button"
            data-act="open"
            aria-expanded={open}
            aria-describedby={`task-${task.id}-state`}
            onClick={() => setOpen(!open)}
            className={cn(
              "line-clamp-2 w-full text-left break-words outline-offset-0 after:absolute after:inset-0 after:content-['']",
              isDone && "text-ink-muted",
            )}
          >
            {task.name}
          </button>
        </h3>
        <span id={`task-${task.id}-state`} className="flex shrink-0 items-center gap-1.5 text-sm">
          <PendingMark of={task.id} />
          <BlockBadge block={task} />
          <TaskState task={task} />
        </span>
        {mayChange && <SelectBox id={task.id} name={task.name} className="z-1 relative" />}
        <ChevronDown
          aria-hidden
          className={cn(
            "size-4 shrink-0 text-ink-faint transition-transform",
            open && "rotate-180",
          )}
        />
      </div>
      {open && <TaskDetails {...props} handle={handle} />}
    </li>
  );
});

/** The state in words and the due day, if they need attention. */
function TaskState({ task }: { task: Task }) {
  const due = task.dueDate === null ? null : formatShortDate(task.dueDate);
  if (task.status === "overdue") {
    return (
      <span className="flex items-center gap-1 font-medium text-danger-text">
        <CircleAlert aria-hidden className="size-3.5" />
        <span className="sr-only">Overdue, due </span>
        {due}
      </span>
    );
  }
  if (task.status === "completed") return <span className="sr-only">Completed</span>;
  return (
    <>
      <span className="sr-only">
        {task.status === "in_progress" ? "In progress" : "Not started"}
      </span>
      {due !== null && (
        <span className="text-ink-muted">
          <span className="sr-only">Due </span>
          {due}
        </span>
      )}
    </>
  );
}

function TaskDetails(props: TaskItemProps & { handle: RowHandle }) {
  const { task, mayChange, maySort, onUpdate, onDelete, onOpen, handle } = props;
  const facts = taskFacts(task);
  return (
    <div className="grid gap-3 pb-4">
      {facts !== "" && <p className="text-sm break-words text-ink-muted">{facts}</p>}
      <TaskPeople task={task} />
      <TaskStatusButtons
        task={task}
        disabled={!mayChange}
        onChange={(status) => onUpdate(task.id, { status })}
      />
      <div className="grid grid-cols-2 gap-2.5">
        <TaskDates
          task={task}
          mayChange={mayChange}
          onUpdate={onUpdate}
          className="last:col-span-2"
        />
      </div>
      {mayChange && (
        <div className="flex items-center justify-between">
          <Button data-act="edit" variant="ghost" className="-ml-3" onClick={() => onOpen(task)}>
            <UserRoundPen aria-hidden /> People and Blocks
            <span className="sr-only"> of {task.name}</span>
          </Button>
          <SelectButton task={task} />
          <Button variant="ghost" className="text-danger-text" onClick={() => onDelete(task)}>
            <Trash2 aria-hidden /> Remove<span className="sr-only"> {task.name}</span>
          </Button>
          {maySort && <DragHandle name={task.name} handle={handle} />}
        </div>
      )}
    </div>
  );
}

/** Selects the task, so that the other rows show their boxes: the long press that does so too is not seen. */
function SelectButton({ task }: { task: Task }) {
  const selection = useContext(SelectionContext);
  if (selection === null) return null;
  return (
    <Button
      variant="ghost"
      size="icon"
      title="Select"
      aria-label={`Select ${task.name}`}
      onClick={() => selection.toggle(task.id)}
    >
      <SquareCheck aria-hidden />
    </Button>
  );
}
