import { oneOf, searchOf, text } from "../../../lib/shape.ts";

export const REPORT_TYPES = ["unit-task-status", "task-details", "turn-status"] as const;

export type ReportType = (typeof REPORT_TYPES)[number];

/**
 * The search parameters of the reports page: the type, unless it is the first one, the project, and the picked units
 * separated by commas. Without `units` the report is about all units; an empty text means that none is picked yet.
 * `sort` is the name of the sorted column, with a minus for descending order.
 */
export const reportsSearch = searchOf({
  type: oneOf(REPORT_TYPES),
  project: text,
  units: text,
  sort: text,
});

export type ReportsSearch = ReturnType<typeof reportsSearch>;

/** The scope of a report, as its settings have it. */
export interface ReportSettings {
  type: ReportType;
  /** Null for all projects. */
  projectId: string | null;
  /** The picked units; null for all units. */
  unitIds: readonly string[] | null;
}

/** The settings in an address. */
export function settingsOf({ type, project, units }: ReportsSearch): ReportSettings {
  return {
    type: type ?? REPORT_TYPES[0],
    projectId: project ?? null,
    unitIds: units?.split(",").filter((id) => id !== "") ?? null,
  };
}
