import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { showError } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { applyProjectRemoval } from "./optimistic-projects.ts";
import type { ProjectListItem } from "./project-types.ts";

/** Asks before a project goes for good, and names what goes with it. Open while there is a project. */
export function DeleteProjectDialog(props: {
  project: ProjectListItem | undefined;
  onClose: () => void;
}) {
  const project = useLast(props.project);
  const counted = useQuery(
    api.projects.contents,
    props.project ? { projectId: props.project.id } : "skip",
  );
  const contents = useLast(counted);
  const remove = useMutation(api.projects.remove).withOptimisticUpdate(applyProjectRemoval);
  if (!project) return null;
  const units = formatCount(contents?.units ?? project.unitCount, "unit");
  const tasks = contents ? formatCount(contents.tasks, "task") : "all tasks";
  return (
    <ConfirmDialog
      open={props.project !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={`Delete ${project.name}?`}
      description={`This permanently removes the project together with ${units}, ${tasks}, and all photos, notes and time entries. It cannot be undone.`}
      confirmLabel="Delete Project"
      destructive
      onConfirm={() => {
        void remove({ projectId: project.id }).then(
          () => toast({ title: "Project deleted" }),
          (error: unknown) => showError(error),
        );
        return Promise.resolve();
      }}
    />
  );
}
