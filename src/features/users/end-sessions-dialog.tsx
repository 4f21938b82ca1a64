import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { fullName } from "../../lib/format.ts";
import type { User } from "./user-types.ts";

/** Asks before a user is signed out everywhere. Open while there is a user. */
export function EndSessionsDialog(props: { user: User | undefined; onClose: () => void }) {
  const user = useLast(props.user);
  const endAll = useMutation(api.sessions.endAllOf);
  if (!user) return null;
  const name = fullName(user);
  return (
    <ConfirmDialog
      open={props.user !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={`Sign out ${name} everywhere?`}
      description={`Every page and program in which ${name} is signed in is signed out at once. The account stays, and ${name} can sign in again.`}
      confirmLabel="Sign out everywhere"
      onConfirm={async () => {
        await endAll({ userId: user.id });
        toast({ title: `${name} is signed out everywhere` });
      }}
    />
  );
}
