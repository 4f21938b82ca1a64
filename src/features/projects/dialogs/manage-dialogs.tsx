import type { ProjectsSearch } from "../projects-search.ts";
import type { ProjectListItem } from "../card/project-types.ts";
import { AddUnitsDialog } from "./add-units-dialog.tsx";
import { CreateProjectDialog } from "./create-project-dialog.tsx";
import { DeleteProjectDialog } from "./delete-project-dialog.tsx";
import { EditProjectDialog } from "./edit-project-dialog.tsx";

interface ManageDialogsProps {
  dialog: ProjectsSearch["dialog"];
  project: ProjectListItem | undefined;
  onClose: () => void;
}

/** The dialogs that create, change and delete projects, with the rules of their forms. */
export function ManageDialogs({ dialog, project, onClose }: ManageDialogsProps) {
  return (
    <>
      <CreateProjectDialog open={dialog === "create"} onClose={onClose} />
      <EditProjectDialog project={dialog === "edit" ? project : undefined} onClose={onClose} />
      <AddUnitsDialog project={dialog === "units" ? project : undefined} onClose={onClose} />
      <DeleteProjectDialog project={dialog === "delete" ? project : undefined} onClose={onClose} />
    </>
  );
}
