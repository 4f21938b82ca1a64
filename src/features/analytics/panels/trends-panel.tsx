import { type LucideIcon, Minus, TrendingDown, TrendingUp } from "lucide-react";

import { Badge } from "../../../components/ui/badge.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import type { Tone } from "../../../lib/tone.ts";
import type { Figures, ReportProps } from "../figures/analytics-types.ts";
import { formatChange, formatDecimal, trendLabel } from "../figures/figure-texts.ts";
import { Panel } from "./panel.tsx";

type TaskTrend = Figures["taskTrends"][number];

/** The time that each kind of work takes in a unit, and its trend. */
export function TrendsPanel({ report }: ReportProps) {
  const trends = report?.figures.taskTrends;
  return (
    <Panel title="Task Completion Trends">
      {trends === undefined ? (
        <div aria-busy="true" className="space-y-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      ) : trends.length === 0 ? (
        <p className="py-6 text-center text-ink-muted">No trend data available</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {trends.map((trend) => (
            <TrendRow key={trend.category} trend={trend} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function TrendRow({ trend: { category, avgDays, trend, change } }: { trend: TaskTrend }) {
  const { tone, icon } = lookOf(trend);
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <h3 className="font-medium">{category}</h3>
        <p className="text-sm text-ink-muted">{`${formatDecimal(avgDays)} avg days per unit`}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        <Badge tone={tone} icon={icon}>
          {trendLabel(trend)}
        </Badge>
        <span className="text-sm text-ink-muted">{`${formatChange(change)} days`}</span>
      </div>
    </li>
  );
}

function lookOf(trend: TaskTrend["trend"]): { tone: Tone; icon: LucideIcon } {
  if (trend === "improving") return { tone: "success", icon: TrendingDown };
  if (trend === "stable") return { tone: "neutral", icon: Minus };
  return { tone: "warning", icon: TrendingUp };
}
