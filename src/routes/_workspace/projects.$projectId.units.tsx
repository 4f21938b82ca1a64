import { createFileRoute } from "@tanstack/react-router";
import { AssignTasksDialog } from "../../app/assign-tasks.tsx";
import { renderUnsaved, unitPanels, useUnitPanels } from "../../app/unit-panels.tsx";
import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";
import { UnitsPage } from "../../features/units/units-page.tsx";
import { unitsSearch } from "../../features/units/units-search.ts";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/units")({
  validateSearch: unitsSearch,
  component: Units,
});

function Units() {
  const { projectId } = Route.useParams();
  useUnitPanels();
  return (
    <ProjectFrame projectId={projectId} section="units">
      <UnitsPage
        key={projectId}
        projectId={projectId}
        search={Route.useSearch()}
        address={useDialogAddress()}
        panels={unitPanels}
        renderUnsaved={renderUnsaved}
        renderAssign={(unit, onClose) => (
          <AssignTasksDialog
            target={unit && { name: unit.name, unitId: unit.id, teamOf: projectId }}
            onClose={onClose}
          />
        )}
      />
    </ProjectFrame>
  );
}
