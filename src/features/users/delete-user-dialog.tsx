import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { showError } from "../../lib/errors.ts";
import { fullName } from "../../lib/format.ts";
import { applyUserDeletion } from "./optimistic-users.ts";
import type { User } from "./user-types.ts";

/** Asks before an account goes. Open while there is a user. */
export function DeleteUserDialog(props: { user: User | undefined; onClose: () => void }) {
  const user = useLast(props.user);
  const remove = useMutation(api.users.remove).withOptimisticUpdate(applyUserDeletion);
  if (!user) return null;
  const name = fullName(user);
  return (
    <ConfirmDialog
      open={props.user !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={`Delete ${name}?`}
      description={`${name} is signed out everywhere at once and cannot sign in any more. Notes, photos and time entries stay under this name. Adding ${user.email ?? "the address"} again brings the account back.`}
      confirmLabel="Delete User"
      destructive
      onConfirm={() => {
        void remove({ userId: user.id }).then(
          () => toast({ title: "User deleted successfully" }),
          (error: unknown) => showError(error),
        );
        return Promise.resolve();
      }}
    />
  );
}
