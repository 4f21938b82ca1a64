import { memo } from "react";
import { DateField } from "../../components/date-field.tsx";
import { formatHours } from "../../lib/format.ts";
import type { TaskItemProps } from "./task-item.ts";

const DATES = [
  { field: "startDate", label: "Start Date" },
  { field: "dueDate", label: "Due Date" },
  { field: "completionDate", label: "Completion Date" },
] as const;

/** The pickers of the three dates of a task. */
export function TaskDates(
  props: Pick<TaskItemProps, "task" | "mayChange" | "onUpdate"> & { className: string },
) {
  const { task, mayChange, onUpdate } = props;
  return DATES.map(({ field, label }) => (
    <TaskDate
      key={field}
      taskId={task.id}
      field={field}
      label={label}
      value={task[field]}
      disabled={!mayChange}
      onUpdate={onUpdate}
      className={props.className}
    />
  ));
}

type TaskDateProps = Pick<TaskItemProps, "onUpdate"> & {
  taskId: string;
  field: (typeof DATES)[number]["field"];
  label: string;
  value: string | null;
  disabled: boolean;
  className: string;
};

/** A date of a task. It renders again only for its own date: a tick changes at most one of the three. */
const TaskDate = memo(function TaskDate(props: TaskDateProps) {
  const { taskId, field, onUpdate, ...shown } = props;
  return <DateField {...shown} onChange={(day) => onUpdate(taskId, { [field]: day })} />;
});

/** The facts of a task besides its state: category, hours, description. */
export function taskFacts(task: TaskItemProps["task"]): string {
  const hours = task.estimatedHours === null ? null : formatHours(task.estimatedHours);
  return [task.category, hours, task.description].filter(Boolean).join(" · ");
}
