import { createFileRoute } from "@tanstack/react-router";
import { Contact } from "lucide-react";

import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { ProjectFrame } from "../../features/shell/project-frame.tsx";

export const Route = createFileRoute("/_workspace/projects/$projectId/team")({ component: Team });

function Team() {
  const { projectId } = Route.useParams();
  return (
    <ProjectFrame projectId={projectId} section="team">
      <Page>
        <PageHeader title="Project Team" />
        <EmptyState
          icon={Contact}
          title="The team of this project"
          description="Project management, crew members and contractors are listed here."
        />
      </Page>
    </ProjectFrame>
  );
}
