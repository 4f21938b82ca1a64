import { createFileRoute } from "@tanstack/react-router";

import { ProjectsPage } from "../../features/projects/projects-page.tsx";
import { projectsSearch } from "../../features/projects/projects-search.ts";
import { AssignTasksDialog } from "../../app/assign-tasks.tsx";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/")({
  validateSearch: projectsSearch,
  component: Projects,
});

function Projects() {
  return (
    <ProjectsPage
      search={Route.useSearch()}
      address={useDialogAddress()}
      renderAssign={(project, onClose) => (
        <AssignTasksDialog
          target={project && { name: project.name, projectId: project.id }}
          onClose={onClose}
        />
      )}
    />
  );
}
