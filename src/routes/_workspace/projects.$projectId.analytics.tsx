import { createFileRoute } from "@tanstack/react-router";
import { ChartColumn } from "lucide-react";

import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { ProjectFrame } from "../../features/shell/project-frame.tsx";

export const Route = createFileRoute("/_workspace/projects/$projectId/analytics")({
  component: Analytics,
});

function Analytics() {
  const { projectId } = Route.useParams();
  return (
    <ProjectFrame projectId={projectId} section="analytics">
      <Page>
        <PageHeader title="Project Analytics" description="Insights and performance metrics" />
        <EmptyState
          icon={ChartColumn}
          title="No figures to show"
          description="Completion, turn times and hours of this project are shown here."
        />
      </Page>
    </ProjectFrame>
  );
}
