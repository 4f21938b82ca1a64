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
    <DateField
      key={field}
      label={label}
      value={task[field]}
      disabled={!mayChange}
      onChange={(day) => onUpdate(task.id, { [field]: day })}
      className={props.className}
    />
  ));
}

/** The facts about a task that are no state: category, hours, description. */
export function taskFacts(task: TaskItemProps["task"]): string {
  const hours = task.estimatedHours === null ? null : formatHours(task.estimatedHours);
  return [task.category, hours, task.description].filter(Boolean).join(" · ");
}
