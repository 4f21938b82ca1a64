import { createFileRoute } from "@tanstack/react-router";
import { historySearch } from "../../lib/history/history-search.ts";
import { ProjectHistoryPage } from "../../features/history/project-history-page.tsx";
import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/history")({
  validateSearch: historySearch,
  component: History,
});

function History() {
  const { projectId } = Route.useParams();
  return (
    <ProjectFrame projectId={projectId} section="history">
      <ProjectHistoryPage
        projectId={projectId}
        search={Route.useSearch()}
        address={useDialogAddress()}
      />
    </ProjectFrame>
  );
}
