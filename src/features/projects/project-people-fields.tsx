import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { api } from "../../../convex/_generated/api.js";
import { roleLabel } from "../../../convex/rules/labels.ts";
import { isProjectManager } from "../../../convex/rules/permissions.ts";
import { Field } from "../../components/ui/field.tsx";
import { LongSelect } from "../../components/ui/long-select.tsx";
import type { SelectOption } from "../../components/ui/select.tsx";
import { useLiveQuery } from "../../hooks/use-live-query.ts";
import type { ProjectListItem } from "./project-types.ts";

type UserOption = FunctionReturnType<typeof api.users.options>[number];

/** Stands for nobody, which a choice cannot be otherwise. */
const NOBODY: SelectOption = { value: "nobody", label: "Nobody" };

/** The manager and the supervisor of a project. A stored person is named even when the account was deleted since. */
export function ProjectPeopleFields({ project }: { project: ProjectListItem }) {
  // As it was at the opening, like the rest of the form: others may change it meanwhile.
  const [{ managerId, supervisorId }] = useState(project);
  const named = [managerId, supervisorId].filter((id) => id !== null);
  const people = useLiveQuery(api.users.options, { named });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PersonField
        label="Manager"
        name="managerId"
        people={people?.filter(({ id, role }) => isProjectManager(role) || id === managerId)}
        storedId={managerId}
      />
      <PersonField label="Supervisor" name="supervisorId" people={people} storedId={supervisorId} />
    </div>
  );
}

interface PersonFieldProps {
  label: string;
  name: "managerId" | "supervisorId";
  people: readonly UserOption[] | undefined;
  storedId: string | null;
}

function PersonField({ label, name, people, storedId }: PersonFieldProps) {
  const { control } = useFormContext<Record<PersonFieldProps["name"], string | null>>();
  const choices = people?.filter(({ id, isRemoved }) => !isRemoved || id === storedId);
  return (
    <Field label={label}>
      <Controller
        control={control}
        name={name}
        render={({ field }) => (
          <LongSelect
            options={choices ? [NOBODY, ...choices.map(toOption)] : []}
            value={choices ? (field.value ?? NOBODY.value) : null}
            onValueChange={(id) => field.onChange(id === NOBODY.value ? null : id)}
            disabled={choices === undefined}
          />
        )}
      />
    </Field>
  );
}

function toOption({ id, name, role, isRemoved }: UserOption): SelectOption {
  const description = isRemoved ? "No longer in the workspace" : roleLabel(role);
  return { value: id, label: name, description };
}
