import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { memo } from "react";
import { SelectBox } from "../../components/selection/select-box.tsx";
import { PendingMark } from "../../components/pending-mark.tsx";
import { TaskCircle } from "../../components/task-circle.tsx";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { useTaskActions } from "../../hooks/edits/use-task-actions.ts";
import { formatShortDate } from "../../lib/format.ts";
import { BLOCKED_REASON } from "../../lib/status.ts";
import type { MyDayGroup } from "./day-lists.ts";

type Task = MyDayGroup["tasks"][number];

/** One task of the day: a tap on its circle completes it, a tap on its name opens its unit. */
export const DayTask = memo(function DayTask(props: { task: Task; unit: MyDayGroup["unit"] }) {
  const { task, unit } = props;
  const mayChange = useCan("task:write");
  const { completeTask } = useTaskActions();
  return (
    <li
      data-row
      aria-label={task.name}
      data-select={task.id}
      className="group flex min-h-12 items-center gap-1 has-[[data-act=select][aria-checked=true]]:bg-accent-soft"
    >
      <TaskCircle
        task={task}
        label={`Complete ${task.name}`}
        disabled={!mayChange}
        onMove={() => completeTask(task)}
        className="md:size-10"
      />
      <Link
        data-act="open"
        to="/projects/$projectId/units"
        params={{ projectId: unit.projectId }}
        search={{ unit: unit.id }}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-md text-base touch:text-touch"
      >
        <span className="line-clamp-2 min-w-0 flex-1 break-words">{task.name}</span>
        <PendingMark of={task.id} />
        <DayTaskState task={task} />
      </Link>
      {mayChange && <SelectBox id={task.id} name={task.name} className="-mr-2" />}
    </li>
  );
});

function DayTaskState({ task }: { task: Task }) {
  const due = task.dueDate === null ? null : formatShortDate(task.dueDate);
  return (
    <span className="flex shrink-0 flex-col items-end text-sm text-ink-muted">
      {task.blockedReason !== null && <Block reason={task.blockedReason} />}
      {due !== null &&
        (task.status === "overdue" ? (
          <span className="flex items-center gap-1 font-medium text-danger-text">
            <CircleAlert aria-hidden className="size-3.5" />
            <span className="sr-only">Overdue, due </span>
            {due}
          </span>
        ) : (
          <span>
            <span className="sr-only">Due </span>
            {due}
          </span>
        ))}
    </span>
  );
}

function Block({ reason }: { reason: NonNullable<Task["blockedReason"]> }) {
  const { label, icon: Icon } = BLOCKED_REASON[reason];
  return (
    <span className="flex items-center gap-1 text-warning-text">
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">Blocked: </span>
      {label}
    </span>
  );
}
