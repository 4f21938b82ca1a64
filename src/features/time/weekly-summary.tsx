import { TriangleAlert } from "lucide-react";
import { formatCount } from "../../lib/format.ts";
import { formatWorked } from "./week/time-format.ts";
import type { Timesheet } from "./week/timesheet.ts";

/** The sums of the shown week. */
export function WeeklySummary({ sheet }: { sheet: Timesheet | undefined }) {
  const figures = [
    { label: "Team Members", value: sheet && String(sheet.rows.length) },
    { label: "Total Entries", value: sheet && String(sheet.entryCount) },
    { label: "Weekly Total Hours", value: sheet && formatWorked(sheet.hours) },
  ];
  const incomplete = sheet?.incompleteCount ?? 0;
  return (
    <section
      aria-labelledby="weekly-summary"
      className="mb-4 flex flex-wrap items-center gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 shadow-raised"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 max-sm:w-full sm:contents">
        <h2 id="weekly-summary" className="text-base font-semibold">
          Weekly Summary
        </h2>
        {incomplete > 0 && (
          // The notice is beside the heading or after everything else, so that nothing moves when it appears.
          <p className="flex items-center gap-1.5 text-sm font-medium text-warning-text sm:order-last">
            <TriangleAlert aria-hidden className="size-4 text-warning" />
            {formatCount(incomplete, "incomplete entry", "incomplete entries")}
          </p>
        )}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:gap-x-3">
        {figures.map(({ label, value }) => (
          <div
            key={label}
            className="flex items-baseline gap-2 max-sm:flex-col-reverse max-sm:justify-end max-sm:gap-0"
          >
            <dt className="text-sm text-ink-muted max-sm:text-xs">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value ?? "–"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
