import { Progress } from "../../../components/ui/progress.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { formatPercent } from "../../../lib/format.ts";
import type { Measurable, ReportProps } from "../figures/analytics-types.ts";
import { FigureTip } from "../figures/figure-tip.tsx";
import { FigureValue } from "../figures/figure-value.tsx";
import { NoDataNote } from "../figures/no-data-note.tsx";
import { Panel } from "./panel.tsx";

/** The used shares of the crew's time and of the site's days. */
export function UtilizationPanel({ report }: ReportProps) {
  return (
    <Panel title="Resource Utilization">
      <div className="space-y-5" aria-busy={report === undefined}>
        <Bar label="Crew Utilization" report={report} of="crewUtilization" />
        <Bar label="Equipment Usage" report={report} of="equipmentUsage" />
      </div>
    </Panel>
  );
}

type BarProps = ReportProps & {
  label: string;
  of: Measurable & ("crewUtilization" | "equipmentUsage");
};

function Bar({ label, report, of }: BarProps) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <div className="flex items-center gap-2">
          <h3 className="font-medium">{label}</h3>
          <FigureTip report={report} label={label} of={of} />
        </div>
        {report === undefined ? (
          <Skeleton className="h-5 w-9" />
        ) : (
          <span className="font-medium">
            <FigureValue report={report} of={of} value={formatPercent(report.figures[of])} />
          </span>
        )}
      </div>
      <Progress label={label} value={report?.figures[of] ?? 0} className="mb-1 h-2" />
      <NoDataNote report={report} of={of} />
    </div>
  );
}
