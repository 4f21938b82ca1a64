import type { TaskStatus } from "../../../convex/rules/labels.ts";
import { formatDate } from "../../lib/format.ts";
import type { TaskDetailsReport } from "./report-types.ts";

type MatrixTask = TaskDetailsReport["tasks"][number];

/** The task details report as lines of a file. */
export function detailsLines({ units, tasks }: TaskDetailsReport): string[][] {
  const lines = tasks.map((task) => [
    task.taskName,
    ...units.map((unit) => {
      const { status, date } = cellOf(task, unit);
      return date ?? status.toUpperCase();
    }),
  ]);
  return [["Task Name", ...units], ...lines];
}

/** The text of a cell of the matrix: the start date of a task in progress, else its status. */
export function cellOf(
  { statuses, startDates = {} }: MatrixTask,
  unit: string,
): { status: TaskStatus; date: string | null } {
  const status = (Object.hasOwn(statuses, unit) ? statuses[unit] : undefined) ?? "not_started";
  const start = Object.hasOwn(startDates, unit) ? startDates[unit] : undefined;
  return { status, date: status === "in_progress" ? formatDate(start ?? null) : null };
}
