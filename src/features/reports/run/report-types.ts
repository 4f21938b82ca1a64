import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";
import type {
  ReportBlock,
  TaskDetailsReport,
  UnitTaskStatusRow,
} from "../../../../convex/rules/reports.ts";
import type { TurnStatusRow } from "../../../../convex/rules/turnReport.ts";
import type { UnitPlace } from "./unit-link.tsx";

export type { ReportBlock, TaskDetailsReport, UnitTaskStatusRow };

/** A unit that a report can be about. */
export type UnitChoice = FunctionReturnType<typeof api.reports.unitsPage>["parts"][number];

/**
 * The result of a report, with its type as the discriminant. `places` maps its rows, or its columns, to their units.
 */
export type ReportContent =
  | {
      type: "unit-task-status";
      rows: readonly UnitTaskStatusRow[];
      places: ReadonlyMap<string, UnitPlace>;
    }
  | { type: "task-details"; report: TaskDetailsReport; places: readonly UnitPlace[] }
  | { type: "turn-status"; rows: readonly TurnStatusRow[]; withMoney: boolean };

/** The scope of a report in words: "Oak Court", "all units". */
export interface ReportSubject {
  place: string;
  units: string;
}

/** A generated report. It does not change until it is generated again. */
export interface GeneratedReport {
  content: ReportContent;
  subject: ReportSubject;
  /** The time at which it was generated. */
  at: string;
}
