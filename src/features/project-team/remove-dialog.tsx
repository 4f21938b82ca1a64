import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { useLast } from "../../hooks/use-last.ts";
import { fullName } from "../../lib/format.ts";
import type { TeamMember } from "./team-groups.ts";

interface RemoveDialogProps {
  /** The member to remove; the dialog is open while it is defined. */
  member: TeamMember | undefined;
  onClose: () => void;
  onRemove: (member: TeamMember) => void;
}

/** Asks before a member is removed from the team. */
export function RemoveDialog({ member, onClose, onRemove }: RemoveDialogProps) {
  const shown = useLast(member);
  if (!shown) return null;
  return (
    <ConfirmDialog
      open={member !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Remove from project?"
      description={`${fullName(shown)} is taken off the team of this project, but stays in the team pool and on other projects. Recorded time stays as well.`}
      confirmLabel="Remove Member"
      destructive
      onConfirm={() => {
        onClose();
        onRemove(shown);
        return Promise.resolve();
      }}
    />
  );
}
