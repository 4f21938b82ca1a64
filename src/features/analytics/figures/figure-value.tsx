import type { Measurable, ReportProps } from "./analytics-types.ts";

type FigureValueProps = ReportProps & {
  of: Measurable;
  value: string;
  /** Follows the value in quieter type. */
  unit?: string | undefined;
};

/** A figure with its unit; a dash while there is nothing to measure, which the note below it says. */
export function FigureValue({ report, of, value, unit }: FigureValueProps) {
  if (report?.unmeasured.includes(of) === true) {
    return (
      <span aria-hidden className="text-ink-faint">
        –
      </span>
    );
  }
  return (
    <>
      {value}
      {unit !== undefined && (
        <span className="ml-1 text-base font-medium text-ink-muted">{unit}</span>
      )}
    </>
  );
}
