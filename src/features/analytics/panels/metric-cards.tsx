import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { formatPercent } from "../../../lib/format.ts";
import type { Measurable, ReportProps } from "../figures/analytics-types.ts";
import { formatDecimal, formatDollars, formatHourCount } from "../figures/figure-texts.ts";
import { FigureTip } from "../figures/figure-tip.tsx";
import { FigureValue } from "../figures/figure-value.tsx";
import { NoDataNote } from "../figures/no-data-note.tsx";

/** The four figures of a project. */
export function MetricCards({ report }: ReportProps) {
  const figures = report?.figures;
  return (
    <ul
      aria-label="Figures"
      aria-busy={report === undefined}
      className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4"
    >
      <MetricCard
        label="Project Completion Rate"
        report={report}
        of="completionRate"
        value={figures && formatPercent(figures.completionRate)}
        detail={
          figures &&
          `${String(figures.completedTasks)} of ${String(figures.totalTasks)} tasks completed`
        }
      />
      <MetricCard
        label="Average Turn Time"
        report={report}
        of="avgTurnTime"
        value={figures && formatDecimal(figures.avgTurnTime)}
        detail="days per unit"
      />
      <MetricCard
        label="Cost per Unit"
        report={report}
        of="costPerUnit"
        value={figures && formatDollars(figures.costPerUnit)}
        detail={figures && `${formatHourCount(figures.totalHours)} total hours logged`}
      />
      <MetricCard
        label="Quality Score"
        report={report}
        of="qualityScore"
        value={figures && formatDecimal(figures.qualityScore)}
        unit="/ 5.0"
        detail="tasks on time, completion photos"
      />
    </ul>
  );
}

type MetricCardProps = ReportProps & {
  label: string;
  of: Measurable;
  value: string | undefined;
  /** Follows the value in quieter type. */
  unit?: string;
  detail: string | undefined;
};

function MetricCard({ label, report, of, value, unit, detail }: MetricCardProps) {
  return (
    <li className="flex min-h-32 flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3 shadow-raised">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-sm font-medium text-ink-muted">{label}</h2>
        <FigureTip report={report} label={label} of={of} />
      </div>
      <div>
        {value === undefined ? (
          <Skeleton className="my-0.5 h-7.5 w-24" />
        ) : (
          <p className="text-2xl font-semibold text-ink">
            <FigureValue report={report} of={of} value={value} unit={unit} />
          </p>
        )}
        <p className="min-h-5 text-sm text-ink-muted">{detail}</p>
        <NoDataNote report={report} of={of} />
      </div>
    </li>
  );
}
