import { createFileRoute } from "@tanstack/react-router";

import { Page } from "../../components/layout/page.tsx";
import { AnalyticsPage } from "../../features/analytics/analytics-page.tsx";
import { analyticsSearch } from "../../features/analytics/analytics-search.ts";
import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";
import { RequirePermission } from "../../features/shell/require-permission.tsx";

export const Route = createFileRoute("/_workspace/projects/$projectId/analytics")({
  validateSearch: analyticsSearch,
  component: Analytics,
});

function Analytics() {
  const { projectId } = Route.useParams();
  const { period, days } = Route.useSearch();
  return (
    <RequirePermission
      permission="analytics:read"
      refusal="You don't have permission to view analytics."
    >
      <ProjectFrame projectId={projectId} section="analytics">
        <Page>
          <AnalyticsPage projectId={projectId} period={period} days={days} />
        </Page>
      </ProjectFrame>
    </RequirePermission>
  );
}
