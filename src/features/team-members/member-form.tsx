import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode } from "react";
import { Controller, useForm } from "react-hook-form";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { memberForm } from "../../../convex/rules/inputs/teamMembers.ts";
import { memberRoles, roleLabel } from "../../../convex/rules/labels.ts";
import { FieldNews } from "../../components/field-news.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { DialogForm } from "../../components/ui/dialog-form.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Label } from "../../components/ui/label.tsx";
import { Select } from "../../components/ui/select.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLiveForm } from "../../hooks/edits/use-live-form.ts";
import { useKeptForm } from "../../hooks/edits/use-kept-form.ts";
import { changedValues } from "../../lib/forms/changed-values.ts";
import { showError } from "../../lib/errors.ts";
import { flag, oneOf, text } from "../../lib/shape.ts";
import type { PoolMember } from "./shown-members.ts";
import { TradeField } from "./trade-field.tsx";

const roleOptions = memberRoles.map((role) => ({ value: role, label: roleLabel(role) }));

const fields = {
  ...{ firstName: text, lastName: text, email: text, role: oneOf(memberRoles) },
  ...{ trade: text, phone: text, isActive: flag },
};

interface MemberFormProps {
  member: PoolMember | null;
  onSaved: () => void;
}

/** The form of a member; typed values stay when saving fails. */
export function MemberForm({ member, onSaved }: MemberFormProps) {
  const save = useSave(member);
  const form = useForm({ defaultValues: valuesOf(member), resolver: zodResolver(memberForm) });
  const { errors, isSubmitting } = form.formState;
  const live = useLiveForm(form, { live: valuesOf(member) });
  const kept = useKeptForm(form, { place: `member ${member?.id ?? "new"}`, fields });

  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values, { dirty: form.formState.dirtyFields, key: kept.requestKey });
      kept.saved(onSaved);
    } catch (error) {
      const told = member ? "Failed to update team member" : undefined;
      kept.refused(error, () => showError(error, told));
    }
  });

  return (
    <DialogForm
      onSubmit={live.guard(submit)}
      isSubmitting={isSubmitting}
      kept={kept}
      submitLabel={member ? "Save Changes" : "Add Team Member"}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" required error={errors.firstName?.message}>
          <Input autoComplete="off" {...form.register("firstName")} />
          <FieldNews {...live.at("firstName")} />
        </Field>
        <Field label="Last Name" required error={errors.lastName?.message}>
          <Input autoComplete="off" {...form.register("lastName")} />
          <FieldNews {...live.at("lastName")} />
        </Field>
      </div>
      <Field label="Email" required error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...form.register("email")} />
        <FieldNews {...live.at("email")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <Field label="Role" required error={errors.role?.message}>
              <Select options={roleOptions} value={field.value} onValueChange={field.onChange} />
              <FieldNews {...live.at("role", roleLabel)} />
            </Field>
          )}
        />
        <Field label="Phone" error={errors.phone?.message}>
          <Input type="tel" autoComplete="off" {...form.register("phone")} />
          <FieldNews {...live.at("phone")} />
        </Field>
        <Controller
          control={form.control}
          name="trade"
          render={({ field }) => (
            <TradeField
              value={field.value}
              error={errors.trade?.message}
              onChange={field.onChange}
              news={<FieldNews {...live.at("trade")} />}
            />
          )}
        />
      </div>
      <Controller
        control={form.control}
        name="isActive"
        render={({ field }) => (
          <ActiveField value={field.value} onChange={field.onChange}>
            <FieldNews {...live.at("isActive", (isActive) => (isActive ? "active" : "inactive"))} />
          </ActiveField>
        )}
      />
    </DialogForm>
  );
}

function ActiveField(props: {
  value: boolean;
  onChange: (isActive: boolean) => void;
  children: ReactNode;
}) {
  return (
    <div className="flex items-start gap-2.5 touch:min-h-11">
      <Checkbox
        id="member-active"
        aria-describedby="member-active-hint"
        className="mt-0.5"
        checked={props.value}
        onCheckedChange={(checked) => props.onChange(checked === true)}
      />
      <div>
        <Label htmlFor="member-active">Active</Label>
        <p id="member-active-hint" className="text-xs text-ink-muted">
          Inactive members stay in the pool but cannot be assigned.
        </p>
        {props.children}
      </div>
    </div>
  );
}

type FormValues = ReturnType<typeof valuesOf>;

function valuesOf(member: PoolMember | null) {
  return {
    firstName: member?.firstName ?? "",
    lastName: member?.lastName ?? "",
    email: member?.email ?? "",
    role: member?.role ?? ("crew_member" as const),
    trade: member?.trade ?? "",
    phone: member?.phone ?? "",
    isActive: member?.isActive ?? true,
  };
}

/** The fields that differ from the saved values, and the idempotency key for creating a record. */
type Sending = { dirty: Partial<Record<keyof FormValues, boolean>>; key: string };

function useSave(member: PoolMember | null) {
  const create = useServerMutation(api.teamMembers.create);
  const update = useServerMutation(api.teamMembers.update);
  return async (values: FormValues, { dirty, key }: Sending) => {
    if (member) {
      const changes = changedValues(values, dirty);
      if (Object.keys(changes).length === 0) return;
      await update({ teamMemberId: member.id, ...changes });
    } else await create({ ...values, key });
    toast({ title: `Team member ${member ? "updated" : "added"} successfully` });
  };
}
