import type { ComponentProps } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { showError } from "../../lib/errors.ts";
import { fullName } from "../../lib/format.ts";
import { applyUserDeletion } from "./optimistic-users.ts";
import type { User } from "./user-filter.ts";
import type { UserDialog } from "./users-search.ts";

export type UserQuestion = Exclude<UserDialog, "role">;

interface UserQuestionDialogProps {
  question: UserQuestion | undefined;
  user: User | undefined;
  onClose: () => void;
}

/** Asks before another person's account changes. The dialog is open while both `question` and `user` are defined. */
export function UserQuestionDialog(props: UserQuestionDialogProps) {
  const questions = useQuestions();
  const question = useLast(props.question);
  const user = useLast(props.user);
  if (!question || !user) return null;
  return (
    <ConfirmDialog
      open={props.question !== undefined && props.user !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      {...questions[question](user)}
    />
  );
}

type Question = Omit<ComponentProps<typeof ConfirmDialog>, "open" | "onOpenChange">;

function useQuestions(): Record<UserQuestion, (user: User) => Question> {
  const endAll = useServerMutation(api.sessions.endAllOf);
  const relink = useServerMutation(api.users.relink);
  const remove = useServerMutation(api.users.remove).withOptimisticUpdate(applyUserDeletion);
  return {
    sessions: (user) => {
      const name = fullName(user);
      return {
        title: `Sign out ${name} everywhere?`,
        description: `Every page and program in which ${name} is signed in is signed out at once. The account stays, and ${name} can sign in again.`,
        confirmLabel: "Sign out everywhere",
        onConfirm: async () => {
          await endAll({ userId: user.id });
          toast({ title: `${name} is signed out everywhere` });
        },
      };
    },
    relink: (user) => {
      const name = fullName(user);
      return {
        title: `Relink the sign-in of ${name}?`,
        description: `For when ${name} has a new account at the identity provider and is told that the address is linked to another sign-in. ${name} is signed out everywhere at once; whoever next signs in as ${user.email ?? "this address"} there gets this account. Role and records stay.`,
        confirmLabel: "Relink Sign-in",
        onConfirm: async () => {
          await relink({ userId: user.id });
          toast({ title: "Sign-in relinked", description: `${name} can sign in anew.` });
        },
      };
    },
    delete: (user) => {
      const name = fullName(user);
      return {
        title: `Delete ${name}?`,
        description: `${name} is signed out everywhere at once and cannot sign in any more. Notes, photos and time entries stay under this name. Adding ${user.email ?? "the address"} again brings the account back.`,
        confirmLabel: "Delete User",
        destructive: true,
        onConfirm: () => {
          void remove({ userId: user.id }).then(
            () => toast({ title: "User deleted successfully" }),
            (error: unknown) => showError(error),
          );
          return Promise.resolve();
        },
      };
    },
  };
}
