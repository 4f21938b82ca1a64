import { type SubmitEvent, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { DialogForm } from "../../components/ui/dialog-form.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Select } from "../../components/ui/select.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { useStillOpen } from "../../hooks/edits/use-still-open.ts";
import { errorCode, showError } from "../../lib/errors.ts";
import { fullName } from "../../lib/format.ts";
import { applyRole } from "./optimistic-users.ts";
import { ROLE_OPTIONS } from "./user-roles.ts";
import type { User } from "./user-filter.ts";

/** The message for the only administrator, whose role cannot change. */
const LAST_ADMINISTRATOR = "This is the last account administrator. Make someone else one first.";

interface EditRoleDialogProps {
  user: User | undefined;
  isViewer: boolean;
  onClose: () => void;
}

/** Changes the role of a user. The dialog is open while `user` is defined. */
export function EditRoleDialog(props: EditRoleDialogProps) {
  const user = useLast(props.user);
  if (!user) return null;
  return (
    <TitledDialog
      open={props.user !== undefined}
      onClose={props.onClose}
      size="sm"
      title="Edit Role"
      description={
        <span className="line-clamp-2">
          {fullName(user)}
          {props.isViewer && " (you)"}
        </span>
      }
    >
      <EditRoleForm key={user.id} user={user} isViewer={props.isViewer} onChanged={props.onClose} />
    </TitledDialog>
  );
}

interface EditRoleFormProps {
  user: User;
  isViewer: boolean;
  onChanged: () => void;
}

function EditRoleForm({ user, isViewer, onChanged }: EditRoleFormProps) {
  const changeRole = useServerMutation(api.users.changeRole).withOptimisticUpdate(applyRole);
  // The role that was chosen here. Until then the stored role shows, and follows other people's changes.
  const [chosen, setChosen] = useState<string>();
  const [isSubmitting, setSubmitting] = useState(false);
  const [error, setError] = useState<string>();
  const role = chosen ?? user.role;
  const isOpen = useStillOpen();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitting(true);
    try {
      await changeRole({ userId: user.id, role });
      toast({ title: "User role updated successfully" });
      if (isOpen()) onChanged();
    } catch (failure) {
      if (errorCode(failure) === "conflict") setError(LAST_ADMINISTRATOR);
      showError(failure);
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <DialogForm
      onSubmit={submit}
      submitLabel="Update Role"
      isSubmitting={isSubmitting}
      canSubmit={role !== user.role}
    >
      <Field
        label="Role"
        error={error}
        hint={isViewer ? "A role with less access applies to you at once." : undefined}
      >
        <Select
          options={ROLE_OPTIONS}
          value={role}
          onValueChange={(next) => {
            setChosen(next);
            setError(undefined);
          }}
          placeholder="Choose a role"
        />
      </Field>
    </DialogForm>
  );
}
