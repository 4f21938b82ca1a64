import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { fullName } from "../../lib/format.ts";
import type { User } from "./user-types.ts";

/** Asks before an account is opened to another identity of the provider. Open while there is a user. */
export function RelinkUserDialog(props: { user: User | undefined; onClose: () => void }) {
  const user = useLast(props.user);
  const relink = useMutation(api.users.relink);
  if (!user) return null;
  const name = fullName(user);
  return (
    <ConfirmDialog
      open={props.user !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={`Relink the sign-in of ${name}?`}
      description={`For when ${name} has a new account at the identity provider and is told that the address is linked to another sign-in. ${name} is signed out everywhere at once; whoever next signs in as ${user.email ?? "this address"} there gets this account. Role and records stay.`}
      confirmLabel="Relink Sign-in"
      onConfirm={async () => {
        await relink({ userId: user.id });
        toast({ title: "Sign-in relinked", description: `${name} can sign in anew.` });
      }}
    />
  );
}
