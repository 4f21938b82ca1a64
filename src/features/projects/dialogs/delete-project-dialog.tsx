import { api } from "../../../../convex/_generated/api.js";
import { useServerMutation } from "../../../hooks/edits/use-server-mutation.ts";
import { ConfirmDialog } from "../../../components/ui/confirm-dialog.tsx";
import { toast } from "../../../components/ui/toast.ts";
import { useLiveStatus } from "../../../hooks/reads/use-live-query.ts";
import { useUndoDeletion } from "../../../hooks/edits/use-undo-deletion.ts";
import { useLast } from "../../../hooks/use-last.ts";
import { showError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format.ts";
import { applyProjectDeletion } from "../card/optimistic-projects.ts";
import { contentsInWords } from "./project-contents.ts";
import type { ProjectListItem } from "../card/project-types.ts";

/**
 * Asks before a project is deleted, and names what is deleted with it. The dialog is open while `project` is defined.
 */
export function DeleteProjectDialog(props: {
  project: ProjectListItem | undefined;
  onClose: () => void;
}) {
  const shown = useLast(props.project);
  if (!shown) return null;
  const isOpen = props.project !== undefined;
  return <Question key={shown.id} project={shown} isOpen={isOpen} onClose={props.onClose} />;
}

function Question(props: { project: ProjectListItem; isOpen: boolean; onClose: () => void }) {
  const { project, isOpen, onClose } = props;
  const projectId = project.id;
  // A failed count does not prevent the deletion.
  const { answer } = useLiveStatus(api.projects.contents, isOpen ? { projectId } : "skip");
  const contents = useLast(answer);
  const remove = useServerMutation(api.projects.remove).withOptimisticUpdate(applyProjectDeletion);
  const undoDeletion = useUndoDeletion();
  const named = contents ? contentsInWords(contents) : formatCount(project.unitCount, "unit");
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${project.name}?`}
      description={
        // Keeps the height of a usual list while the contents are counted.
        <span className="block min-h-15">
          This permanently removes the project{named !== "" && ` together with ${named}`}, unless it
          is restored from the trash.
        </span>
      }
      confirmLabel="Delete Project"
      destructive
      onConfirm={() => {
        void remove({ projectId }).then(
          () => toast({ title: "Project deleted", undo: undoDeletion(projectId) }),
          (error: unknown) => showError(error),
        );
        return Promise.resolve();
      }}
    />
  );
}
