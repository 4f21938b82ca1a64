import { createFileRoute } from "@tanstack/react-router";

import { ProjectFrame } from "../../features/shell/project-frame.tsx";
import { TeamPage } from "../../features/team/team-page.tsx";
import { teamSearch } from "../../features/team/team-search.ts";
import { useDialogAddress } from "../../hooks/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/team")({
  validateSearch: teamSearch,
  component: Team,
});

function Team() {
  const { projectId } = Route.useParams();
  return (
    <ProjectFrame projectId={projectId} section="team">
      <TeamPage
        key={projectId}
        projectId={projectId}
        search={Route.useSearch()}
        address={useDialogAddress()}
      />
    </ProjectFrame>
  );
}
