import type { TaskStatus } from "../../../convex/rules/labels.ts";
import { formatDate } from "../../lib/format.ts";
import type { TaskDetailsReport, UnitTaskStatusRow } from "./report-types.ts";

type MatrixTask = TaskDetailsReport["tasks"][number];

/** The columns of the unit task status report, in the table and in the file. */
export const STATUS_COLUMNS = [
  "Unit",
  "Project",
  "Total Tasks",
  "Completed",
  "In Progress",
  "Not Started",
  "Overdue",
  "Completion %",
  "Est. Hours",
  "Actual Hours",
] as const;

/** The unit task status report as lines of a file. */
export function statusLines(rows: readonly UnitTaskStatusRow[]): (string | number)[][] {
  const lines = rows.map((row) => [
    row.unitNumber,
    row.projectName,
    row.totalTasks,
    row.completedTasks,
    row.inProgressTasks,
    row.notStartedTasks,
    row.overdueTasks,
    row.completionPercentage,
    row.estimatedHours,
    row.actualHours,
  ]);
  return [[...STATUS_COLUMNS], ...lines];
}

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
