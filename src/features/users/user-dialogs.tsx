import { AddUserDialog } from "./add-user-dialog.tsx";
import { EditRoleDialog } from "./edit-role-dialog.tsx";
import type { AllowedAddresses } from "./use-allowed-addresses.ts";
import type { User } from "./user-filter.ts";
import { UserQuestionDialog } from "./user-question-dialog.tsx";
import type { UsersSearch } from "./users-search.ts";

interface UserDialogsProps {
  dialog: UsersSearch["dialog"];
  user: User | undefined;
  viewerId: string;
  allowed: AllowedAddresses | Error | undefined;
  onClose: () => void;
}

/** The dialogs that add users and change or delete accounts, with the rules of their forms. */
export function UserDialogs({ dialog, user, viewerId, allowed, onClose }: UserDialogsProps) {
  const isViewer = user?.id === viewerId;
  // Users cannot delete, relink or sign out their own account here.
  const other = isViewer ? undefined : user;
  const question = dialog === "add" || dialog === "role" ? undefined : dialog;
  return (
    <>
      <AddUserDialog open={dialog === "add"} allowed={allowed} onClose={onClose} />
      <EditRoleDialog
        user={dialog === "role" ? user : undefined}
        isViewer={isViewer}
        onClose={onClose}
      />
      <UserQuestionDialog question={question} user={question && other} onClose={onClose} />
    </>
  );
}
