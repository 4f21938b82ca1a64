import { Link } from "@tanstack/react-router";
import { api } from "../../../../convex/_generated/api.js";
import type { AnalyticsPeriod } from "../../../../convex/rules/labels.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { cn } from "../../../lib/cn.ts";
import { formatCount, formatPercent } from "../../../lib/format.ts";
import { type DayShare, type DaysReport, dayShares } from "../figures/day-shares.ts";
import { formatDecimal } from "../figures/figure-texts.ts";
import { DaysByProject } from "./days-by-project.tsx";
import { Panel } from "./panel.tsx";
import { ShareBar } from "./share-bar.tsx";

type DaysPanelProps = {
  /** Undefined while it is not known yet. */
  projectId: string | undefined;
  period: AnalyticsPeriod;
  ofAll: boolean;
  onOfAll: (ofAll: boolean) => void;
};

const scopes = [
  { ofAll: false, label: "This Project" },
  { ofAll: true, label: "All Projects" },
];

/** The days of the units that were completed in the period, split by their use, for this project or for all. */
export function DaysPanel({ projectId, period, ofAll, onOfAll }: DaysPanelProps) {
  const ofOne = projectId !== undefined && !ofAll ? { projectId, period } : "skip";
  const project = useLiveQuery(api.analytics.projectDays, ofOne);
  const all = useLiveQuery(api.analytics.days, ofAll ? { period } : "skip");
  const report = ofAll ? all : project;
  return (
    <Panel
      title="Where the Days Went"
      tip={
        <div role="group" aria-label="Projects" className="flex gap-1">
          {scopes.map((scope) => (
            <Button
              key={scope.label}
              size="sm"
              variant={scope.ofAll === ofAll ? "secondary" : "ghost"}
              aria-pressed={scope.ofAll === ofAll}
              onClick={() => onOfAll(scope.ofAll)}
            >
              {scope.label}
            </Button>
          ))}
        </div>
      }
    >
      {report === undefined ? (
        <div aria-busy="true" className="space-y-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
      ) : report.percent.total === 0 ? (
        <p className="py-6 text-center text-ink-muted">
          No completed units with days in this period
        </p>
      ) : (
        <>
          <Days report={report} />
          {ofAll && <DaysByProject projects={report.projects} />}
        </>
      )}
    </Panel>
  );
}

function Days({ report }: { report: DaysReport }) {
  const shares = dayShares(report);
  const { total } = report.average;
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
      <div className="space-y-4">
        <p className="text-ink-muted">
          {`${formatCount(report.units, "unit")}, ${formatDecimal(total)} days each on average`}
        </p>
        <ShareBar shares={shares} />
        <DaysTable shares={shares} />
      </div>
      <Slowest units={report.slowest} />
    </div>
  );
}

/** The legend of the chart, which also gives its numbers to screen readers. */
function DaysTable({ shares }: { shares: readonly DayShare[] }) {
  return (
    <table className="w-full">
      <caption className="sr-only">Days of a unit by what they went to</caption>
      <thead className="text-xs text-ink-muted">
        <tr>
          <th scope="col" className="text-left font-normal">
            <span className="sr-only">Part</span>
          </th>
          <th scope="col" className="text-right font-normal">
            Days a Unit
          </th>
          <th scope="col" className="w-20 text-right font-normal">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ key, label, days, percent, swatch }) => (
          <tr key={key} className="h-7">
            <th scope="row" className="text-left font-normal text-ink">
              <span className="inline-flex items-center gap-2">
                <span aria-hidden className={cn("size-2.5 rounded-sm", swatch)} />
                {label}
              </span>
            </th>
            <td className="text-right text-ink">{formatDecimal(days)}</td>
            <td className="text-right font-medium text-ink">{formatPercent(percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Slowest({ units }: { units: DaysReport["slowest"] }) {
  return (
    <div>
      <h3 className="font-medium">Slowest Units</h3>
      <ol className="mt-1 divide-y divide-line">
        {units.map(({ unitId, unitName, projectId, projectName, days }) => {
          const blocked = Object.values(days.blocked).reduce((sum, each) => sum + each, 0);
          return (
            <li key={unitId} className="flex min-h-11 items-center justify-between gap-3 py-1">
              <Link
                to="/projects/$projectId/units"
                params={{ projectId }}
                search={{ unit: unitId }}
                className="min-w-0 text-accent-text underline-offset-4 hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
              >
                <span className="line-clamp-2 break-words">{`${unitName}, ${projectName}`}</span>
              </Link>
              <span className="shrink-0 text-right text-sm text-ink-muted">
                <span className="font-medium text-ink">{formatCount(days.total, "day")}</span>
                {blocked > 0 && `, ${String(blocked)} blocked`}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
