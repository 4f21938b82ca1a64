import { TitledDialog } from "../../components/titled-dialog.tsx";
import { useLast } from "../../hooks/use-last.ts";
import { MemberForm } from "./member-form.tsx";
import type { PoolMember } from "./pool-types.ts";

interface MemberDialogProps {
  /** The edited member; "new" adds somebody, and nothing closes the dialog. */
  subject: PoolMember | "new" | undefined;
  onClose: () => void;
}

/** Adds a member to the pool, or changes one. Closing forgets what was typed. */
export function MemberDialog({ subject, onClose }: MemberDialogProps) {
  const shown = useLast(subject);
  if (!shown) return null;
  const isNew = shown === "new";
  return (
    <TitledDialog
      open={subject !== undefined}
      onClose={onClose}
      title={isNew ? "Add Team Member" : "Edit Team Member"}
      description={
        isNew
          ? "Saved, the person can be assigned to projects."
          : "A change shows on every project of the person."
      }
    >
      <MemberForm key={isNew ? "new" : shown.id} member={isNew ? null : shown} onSaved={onClose} />
    </TitledDialog>
  );
}
