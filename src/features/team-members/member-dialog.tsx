import { RecordDialog } from "../../components/record-dialog.tsx";
import { MemberForm } from "./member-form.tsx";
import type { PoolMember } from "./shown-members.ts";

interface MemberDialogProps {
  subject: PoolMember | "new" | undefined;
  onClose: () => void;
}

/** Adds a member to the pool, or changes one. */
export function MemberDialog({ subject, onClose }: MemberDialogProps) {
  return (
    <RecordDialog
      subject={subject}
      onClose={onClose}
      adding={{
        title: "Add Team Member",
        description: "Once saved, the person can be assigned to projects.",
      }}
      editing={{
        title: "Edit Team Member",
        description: "A change shows on every project of the person.",
      }}
    >
      {(member) => <MemberForm member={member} onSaved={onClose} />}
    </RecordDialog>
  );
}
