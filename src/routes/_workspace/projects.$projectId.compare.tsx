import { createFileRoute } from "@tanstack/react-router";
import { ComparePage } from "../../features/compare/compare-page.tsx";
import { compareSearch } from "../../features/compare/compare-search.ts";
import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/compare")({
  validateSearch: compareSearch,
  component: Compare,
});

function Compare() {
  const { projectId } = Route.useParams();
  return (
    <ProjectFrame projectId={projectId} section="photos">
      <ComparePage
        key={projectId}
        projectId={projectId}
        search={Route.useSearch()}
        address={useDialogAddress()}
      />
    </ProjectFrame>
  );
}
