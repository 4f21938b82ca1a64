import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { cn } from "../../../lib/cn.ts";
import { formatPercent } from "../../../lib/format.ts";
import type { ReportProps } from "../figures/analytics-types.ts";
import { FigureTip } from "../figures/figure-tip.tsx";
import { Panel } from "./panel.tsx";
import { scheduleShares, type Share } from "../figures/schedule-shares.ts";
import { ShareBar } from "./share-bar.tsx";

/** The tasks of the period against their due days. */
export function TimelinePanel({ report }: ReportProps) {
  const shares = report === undefined ? [] : scheduleShares(report.figures);
  const isEmpty = report?.unmeasured.includes("schedule") === true;
  return (
    <Panel
      title="Timeline Performance"
      tip={<FigureTip report={report} label="Timeline Performance" of="schedule" />}
    >
      {report === undefined ? (
        <div aria-busy="true" className="space-y-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-21 w-full" />
        </div>
      ) : (
        <div className="space-y-4">
          {isEmpty ? (
            <p className="flex h-9 items-center justify-center rounded-md bg-sunken px-3 text-ink-muted">
              No schedule data available
            </p>
          ) : (
            <ShareBar shares={shares} />
          )}
          <SharesTable shares={shares} />
        </div>
      )}
    </Panel>
  );
}

/** The legend of the chart, which also gives its numbers to screen readers. */
function SharesTable({ shares }: { shares: readonly Share[] }) {
  return (
    <table className="w-full">
      <caption className="sr-only">Share of tasks with a due date</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Standing</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ key, label, percent, swatch }) => (
          <tr key={key} className="h-7">
            <th scope="row" className="text-left font-normal text-ink">
              <span className="inline-flex items-center gap-2">
                <span aria-hidden className={cn("size-2.5 rounded-sm", swatch)} />
                {label}
              </span>
            </th>
            <td className="text-right font-medium text-ink">{formatPercent(percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
