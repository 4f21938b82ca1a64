import { createFileRoute } from "@tanstack/react-router";

import { Page } from "../../components/layout/page.tsx";
import { AnalyticsPage } from "../../features/analytics/analytics-page.tsx";
import { analyticsSearch } from "../../features/analytics/analytics-search.ts";
import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { useProjects } from "../../features/shell/project/use-projects.ts";

export const Route = createFileRoute("/_workspace/analytics")({
  validateSearch: analyticsSearch,
  component: Analytics,
});

/** The analytics of the first project of the list. */
function Analytics() {
  const { period, days } = Route.useSearch();
  const { projects } = useProjects();
  const projectId = projects && (projects[0]?.id ?? null);
  return (
    <RequirePermission
      permission="analytics:read"
      refusal="You don't have permission to view analytics."
    >
      <Page>
        <AnalyticsPage projectId={projectId} period={period} days={days} />
      </Page>
    </RequirePermission>
  );
}
