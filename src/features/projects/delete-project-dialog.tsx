import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { showError } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { contentsInWords } from "./project-contents.ts";
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
  const named = contents ? contentsInWords(contents) : formatCount(project.unitCount, "unit");
  return (
    <ConfirmDialog
      open={props.project !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={`Delete ${project.name}?`}
      description={
        // The room of a usual list is kept while it is counted.
        <span className="block min-h-15">
          This permanently removes the project{named !== "" && ` together with ${named}`}. It cannot
          be undone.
        </span>
      }
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
