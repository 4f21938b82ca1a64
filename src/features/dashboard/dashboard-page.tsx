import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";

import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api.js";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Button } from "../../components/ui/button.tsx";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { cn } from "../../lib/cn.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { ActiveProjects } from "./active-projects.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { StatCards } from "./stat-cards.tsx";
import { UnitsAtRisk } from "./units-at-risk.tsx";

/** The state of the work this week, over all projects. */
export function DashboardPage({ notice }: { notice?: ReactNode }) {
  const summary = useLiveQuery(api.dashboard.summary, {});
  const projects = useLiveQuery(api.projects.list, {});
  const risk = useLiveQuery(api.analytics.risk, {});
  // Without an answer that can still come, the list has its final length.
  const isRiskOnTheWay = !useMissing(risk) && risk === undefined;
  const navigate = useNavigate();
  const mayCreate = useCan("project:write");
  return (
    <>
      <PageHeader
        title={screenTitles["/"]}
        description={screenDescriptions["/"]}
        actions={
          mayCreate && (
            <Button onClick={() => void navigate({ to: "/projects" })}>
              <Plus aria-hidden />
              New Project
            </Button>
          )
        }
      />
      {notice}
      <StatCards summary={summary} projects={projects} />
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <UnitsAtRisk risk={risk} />
          {/* The panel is invisible until the list above it has its length: the list would push it about. */}
          <div className={cn(isRiskOnTheWay && "invisible")}>
            <ActiveProjects projects={projects} />
          </div>
        </div>
        <div
          className={cn(
            "min-w-0",
            (isRiskOnTheWay || projects === undefined) && "max-xl:invisible",
          )}
        >
          <RecentActivity items={summary?.recentActivity} />
        </div>
      </div>
    </>
  );
}
