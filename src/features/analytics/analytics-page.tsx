import { useNavigate } from "@tanstack/react-router";
import { ChartColumn, Download } from "lucide-react";

import { api } from "../../../convex/_generated/api.js";
import { type AnalyticsPeriod, analyticsPeriods } from "../../../convex/rules/labels.ts";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Card } from "../../components/ui/card.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Select } from "../../components/ui/select.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useLast } from "../../hooks/use-last.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { useMadeEarly } from "../../hooks/use-made-early.ts";
import { cn } from "../../lib/cn.ts";
import { saveCsv } from "../../lib/save-csv.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { analyticsFileName, analyticsLines } from "./analytics-csv.ts";
import { periodLabels, usualPeriod } from "./analytics-search.ts";
import type { ReportProps } from "./figures/analytics-types.ts";
import { formatsOfFigures } from "./figures/figure-texts.ts";
import { DaysPanel } from "./panels/days-panel.tsx";
import { MetricCards } from "./panels/metric-cards.tsx";
import { TeamPanel } from "./panels/team-panel.tsx";
import { TimelinePanel } from "./panels/timeline-panel.tsx";
import { TrendsPanel } from "./panels/trends-panel.tsx";
import { UtilizationPanel } from "./panels/utilization-panel.tsx";

type AnalyticsPageProps = {
  /** The project shown: undefined while that is not known yet, null when there is none. */
  projectId: string | null | undefined;
  period?: AnalyticsPeriod | undefined;
  /** "all" shows the days of the units of all projects instead of this one's. */
  days?: "all" | undefined;
};

const periodOptions = analyticsPeriods.map((days) => ({
  value: String(days),
  label: periodLabels[days],
}));

/** The figures of a project over a period, live. */
export function AnalyticsPage({ projectId, period = usualPeriod, days }: AnalyticsPageProps) {
  const navigate = useNavigate();
  useMadeEarly(formatsOfFigures);
  const report = useLiveQuery(api.analytics.report, projectId ? { projectId, period } : "skip");
  const ownDays = useLiveQuery(
    api.analytics.projectDays,
    projectId ? { projectId, period } : "skip",
  );

  const lastReport = useLast(report);
  const isReportKnown = lastReport !== undefined;
  const isMissing = useMissing(lastReport);

  const changeSearch = (search: Record<string, unknown>) =>
    void navigate({
      to: ".",
      search: (previous: Record<string, unknown>) => ({ ...previous, ...search }),
      replace: true,
      resetScroll: false,
    });
  const choosePeriod = (value: string) => {
    const chosen = analyticsPeriods.find((days) => String(days) === value);
    changeSearch({ period: chosen === usualPeriod ? undefined : chosen });
  };

  return (
    <>
      <PageHeader
        title={screenTitles["/analytics"]}
        description={screenDescriptions["/analytics"]}
        actions={
          <>
            <Select
              aria-label="Period"
              options={periodOptions}
              value={String(period)}
              onValueChange={choosePeriod}
              disabled={projectId === null}
              className="w-40"
            />
            <Button
              variant="outline"
              disabled={!report || !ownDays}
              onClick={() => {
                if (report && ownDays) {
                  void saveCsv(analyticsFileName, analyticsLines(report, period, ownDays));
                }
              }}
            >
              <Download aria-hidden />
              Export Report
            </Button>
          </>
        }
      />
      {projectId === null ? (
        <EmptyState
          icon={ChartColumn}
          title="No projects available"
          description="Create a project first to view analytics."
        />
      ) : isMissing ? (
        <Card>
          <NotOnDevice />
        </Card>
      ) : (
        <div className="space-y-4">
          <Report key={projectId} report={report} />
          {/* The panel is invisible until the lists above it have their length: they would push it about. */}
          <div className={cn(!isReportKnown && "invisible")}>
            <DaysPanel
              projectId={projectId}
              period={period}
              ofAll={days === "all"}
              onOfAll={(ofAll) => changeSearch({ days: ofAll ? "all" : undefined })}
            />
          </div>
        </div>
      )}
    </>
  );
}

function Report({ report: latest }: ReportProps) {
  // The figures of the last period stay until those of the new one arrive, so that the page keeps still.
  const report = useLast(latest);
  const isOld = latest === undefined && report !== undefined;
  return (
    <div aria-busy={isOld} className={cn("space-y-4", isOld && "opacity-60 delay-200")}>
      <div className="flex min-h-6 items-center">
        {report === undefined ? (
          <Skeleton className="h-5 w-48" />
        ) : (
          <p className="min-w-0 truncate text-lg font-semibold">{report.projectName}</p>
        )}
      </div>
      <MetricCards report={report} />
      <div className="grid gap-4 lg:grid-cols-2">
        <TimelinePanel report={report} />
        <UtilizationPanel report={report} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <TrendsPanel report={report} />
        <div className={cn("min-w-0", report === undefined && "max-lg:invisible")}>
          <TeamPanel report={report} />
        </div>
      </div>
    </div>
  );
}
