import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, type FieldErrors, useForm } from "react-hook-form";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { isBlank } from "../../../convex/rules/inputs/fields.ts";
import {
  createUserInput,
  foreignAddress,
  missingFields,
  proposedRole,
} from "../../../convex/rules/inputs/users.ts";
import { type UserRole, userRoles } from "../../../convex/rules/labels.ts";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { DialogForm } from "../../components/ui/dialog-form.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Select } from "../../components/ui/select.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useKeptForm } from "../../hooks/edits/use-kept-form.ts";
import { errorCode, showError } from "../../lib/errors.ts";
import { oneOf, text } from "../../lib/shape.ts";
import type { AllowedAddresses } from "./use-allowed-addresses.ts";
import { ROLE_OPTIONS } from "./user-roles.ts";

interface AddUserDialogProps {
  open: boolean;
  allowed: AllowedAddresses | Error | undefined;
  onClose: () => void;
}

/** Adds a user account. Closing empties the form; the next opening offers the typed values. */
export function AddUserDialog({ open, allowed, onClose }: AddUserDialogProps) {
  return (
    <TitledDialog
      open={open && allowed !== undefined}
      onClose={onClose}
      title="Add User"
      description="The account waits for them until they sign in with this address."
    >
      {allowed !== undefined && <AddUserBody allowed={allowed} onAdded={onClose} />}
    </TitledDialog>
  );
}

function AddUserBody(props: { allowed: AllowedAddresses | Error; onAdded: () => void }) {
  // The dialog shows the error in place of the form.
  if (props.allowed instanceof Error) throw props.allowed;
  return <AddUserForm {...props.allowed} onAdded={props.onAdded} />;
}

const EMPTY = { email: "", firstName: "", lastName: "", role: proposedRole as UserRole };

const fields = { email: text, firstName: text, lastName: text, role: oneOf(userRoles) };

interface AddUserFormProps extends AllowedAddresses {
  onAdded: () => void;
}

function AddUserForm({ domain, administrators, onAdded }: AddUserFormProps) {
  const create = useServerMutation(api.users.create);
  const form = useForm({
    defaultValues: EMPTY,
    resolver: zodResolver(createUserInput(domain, administrators)),
  });
  const { errors, isSubmitting } = form.formState;
  const kept = useKeptForm(form, { place: "new user", fields, onlyInPage: true });

  const submit = form.handleSubmit(
    async (values) => {
      try {
        await create({ ...values, key: kept.requestKey });
        toast({
          title: "User created successfully",
          description: "They can sign in with Google using their domain email.",
        });
        kept.saved(onAdded);
      } catch (error) {
        if (errorCode(error) === "conflict") {
          form.setError("email", { message: "A user with this email already exists" });
        }
        kept.refused(error, () => showError(error));
      }
    },
    (refused) => showRefusal(form.getValues(), refused, domain),
  );

  return (
    <DialogForm onSubmit={submit} submitLabel="Add User" isSubmitting={isSubmitting} kept={kept}>
      <Field
        label="Email"
        required
        error={errors.email?.message}
        hint={`An address of the ${domain} domain`}
      >
        <Input type="email" autoComplete="off" {...form.register("email")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" required error={errors.firstName?.message}>
          <Input autoComplete="off" {...form.register("firstName")} />
        </Field>
        <Field label="Last Name" required error={errors.lastName?.message}>
          <Input autoComplete="off" {...form.register("lastName")} />
        </Field>
      </div>
      <Field label="Role" error={errors.role?.message}>
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <Select
              options={ROLE_OPTIONS}
              value={field.value ?? null}
              onValueChange={field.onChange}
            />
          )}
        />
      </Field>
    </DialogForm>
  );
}

type Values = Record<"email" | "firstName" | "lastName", string>;

/**
 * Shows the toast for a refused form. Missing fields come first: the address is only judged when every field is filled
 * in.
 */
function showRefusal(values: Values, refused: FieldErrors<Values>, domain: string): void {
  const isMissing = [values.email, values.firstName, values.lastName].some(isBlank);
  const foreign = foreignAddress(domain);
  if (isMissing) toast({ ...missingFields, variant: "destructive" });
  else if (refused.email?.message === foreign.description) {
    toast({ ...foreign, variant: "destructive" });
  }
}
