import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import type { TaskDetailsReport, UnitTaskStatusRow } from "../../../convex/rules/reports.ts";

export type { TaskDetailsReport, UnitTaskStatusRow };

/** A unit that a report can be about. */
export type UnitChoice = FunctionReturnType<typeof api.reports.unitsPage>["parts"][number];

/** The result of a report; its type tells the two kinds apart. */
export type ReportContent =
  | { type: "unit-task-status"; rows: readonly UnitTaskStatusRow[] }
  | { type: "task-details"; report: TaskDetailsReport };

/** A generated report: it stays as it is until it is generated again. */
export interface GeneratedReport {
  content: ReportContent;
  /** The scope of the report, in the words people read. */
  subject: string;
  /** The time at which it was generated. */
  at: string;
}
