import { createFileRoute } from "@tanstack/react-router";

import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";
import { ProjectTeamPage } from "../../features/project-team/project-team-page.tsx";
import { teamSearch } from "../../features/project-team/team-search.ts";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/team")({
  validateSearch: teamSearch,
  component: Team,
});

function Team() {
  const { projectId } = Route.useParams();
  return (
    <ProjectFrame projectId={projectId} section="team">
      <ProjectTeamPage
        key={projectId}
        projectId={projectId}
        search={Route.useSearch()}
        address={useDialogAddress()}
      />
    </ProjectFrame>
  );
}
