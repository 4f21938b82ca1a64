import { createFileRoute } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import {
  AssignTasksDialog,
  NotesPanel,
  OnceWanted,
  PhotosPanel,
  TasksPanel,
  UnsavedNotes,
  useUnitPanels,
} from "../../app/unit-panels.tsx";
import { UnitHistory } from "../../features/history/lazy-unit-history.tsx";
import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";
import { type UnitPanels } from "../../features/units/unit-detail-dialog.tsx";
import { UnitsPage } from "../../features/units/units-page.tsx";
import { unitsSearch } from "../../features/units/units-search.ts";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/units")({
  validateSearch: unitsSearch,
  component: Units,
});

const panels: UnitPanels = {
  tasks: (unit, onAssign) => <Tasks unit={unit} onAssign={onAssign} />,
  photos: (unit) => <Photos projectId={unit.projectId} unitId={unit.id} />,
  notes: (unit) => <Notes unitId={unit.id} />,
  history: (unit) => <UnitHistory unitId={unit.id} />,
};

function Tasks(props: ComponentProps<typeof TasksPanel>) {
  return <TasksPanel {...props} shownId={Route.useSearch().task} />;
}

function Notes({ unitId }: { unitId: string }) {
  return <NotesPanel unitId={unitId} shownId={Route.useSearch().note} />;
}

function Photos(unit: { projectId: string; unitId: string }) {
  const { photo } = Route.useSearch();
  return <PhotosPanel {...unit} shownId={photo} />;
}

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
        panels={panels}
        renderUnsaved={(unitId) => <UnsavedNotes unitId={unitId} />}
        renderAssign={(unit, onClose) => (
          <OnceWanted isWanted={unit !== undefined}>
            <AssignTasksDialog
              target={unit && { name: unit.name, unitId: unit.id, teamOf: projectId }}
              onClose={onClose}
            />
          </OnceWanted>
        )}
      />
    </ProjectFrame>
  );
}
