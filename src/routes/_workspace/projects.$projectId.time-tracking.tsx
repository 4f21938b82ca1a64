import { createFileRoute } from "@tanstack/react-router";
import { Clock } from "lucide-react";

import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { ProjectFrame } from "../../features/shell/project-frame.tsx";

export const Route = createFileRoute("/_workspace/projects/$projectId/time-tracking")({
  component: TimeTracking,
});

function TimeTracking() {
  const { projectId } = Route.useParams();
  return (
    <ProjectFrame projectId={projectId} section="time-tracking">
      <Page>
        <PageHeader title="Weekly Timesheet" />
        <EmptyState
          icon={Clock}
          title="The hours of this project"
          description="What each team member worked, day by day, is recorded here."
        />
      </Page>
    </ProjectFrame>
  );
}
