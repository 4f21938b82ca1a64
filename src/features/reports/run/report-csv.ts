import type { TaskStatus } from "../../../../convex/rules/labels.ts";
import { formatDate } from "../../../lib/format.ts";
import type { ReportBlock, TaskDetailsReport } from "./report-types.ts";

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

/** A cell of the matrix: its text is the start date of a task in progress, else its status. */
export interface MatrixCell {
  status: TaskStatus;
  date: string | null;
  block: ReportBlock | null;
}

/** The cell of a task in a unit. */
export function cellOf(
  { statuses, startDates = {}, blocks = {} }: MatrixTask,
  unit: string,
): MatrixCell {
  const status = (Object.hasOwn(statuses, unit) ? statuses[unit] : undefined) ?? "not_started";
  const start = Object.hasOwn(startDates, unit) ? startDates[unit] : undefined;
  const block = (Object.hasOwn(blocks, unit) ? blocks[unit] : undefined) ?? null;
  return { status, date: status === "in_progress" ? formatDate(start ?? null) : null, block };
}
