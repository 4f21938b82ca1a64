import type { Measurable, ReportProps } from "./analytics-types.ts";

type NoDataNoteProps = ReportProps & { of: Measurable };

/** Says under a figure that its 0 means "no data". */
export function NoDataNote({ report, of }: NoDataNoteProps) {
  if (report?.unmeasured.includes(of) !== true) return null;
  return <p className="text-sm text-ink-muted">No data for this period</p>;
}
