import type { FunctionReturnType } from "convex/server";
import type { ReactNode } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { api } from "../../../../convex/_generated/api.js";
import { roleLabel } from "../../../../convex/rules/labels.ts";
import { isProjectManager } from "../../../../convex/rules/permissions.ts";
import { Field } from "../../../components/ui/field.tsx";
import { LongSelect } from "../../../components/ui/long-select.tsx";
import type { SelectOption } from "../../../components/ui/select.tsx";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { useMissing } from "../../../hooks/reads/use-missing.ts";
import type { ProjectListItem } from "../card/project-types.ts";

type UserOption = FunctionReturnType<typeof api.users.options>[number];

/** The option for no person; an option needs a value. */
const NOBODY: SelectOption = { value: "nobody", label: "Nobody" };

/**
 * The fields for manager and supervisor of a project. A stored person keeps the name even after the account was
 * deleted.
 */
export function ProjectPeopleFields(props: { project: ProjectListItem; renderNews: RenderNews }) {
  const { managerId, supervisorId } = props.project;
  const { renderNews } = props;
  const named = [managerId, supervisorId].filter((id) => id !== null);
  const people = useLiveQuery(api.users.options, { named });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PersonField
        label="Manager"
        name="managerId"
        people={people?.filter(({ id, role }) => isProjectManager(role) || id === managerId)}
        storedId={managerId}
        renderNews={renderNews}
      />
      <PersonField
        label="Supervisor"
        name="supervisorId"
        people={people}
        storedId={supervisorId}
        renderNews={renderNews}
      />
    </div>
  );
}

type PersonName = "managerId" | "supervisorId";

/** Renders the notice about a person whom someone else has chosen. The function gives the name for an id. */
type RenderNews = (name: PersonName, nameOf: (id: string | null) => string | null) => ReactNode;

interface PersonFieldProps {
  label: string;
  name: PersonName;
  people: readonly UserOption[] | undefined;
  storedId: string | null;
  renderNews: RenderNews;
}

function PersonField({ label, name, people, storedId, renderNews }: PersonFieldProps) {
  const { control } = useFormContext<Record<PersonName, string | null>>();
  const isMissing = useMissing(people);
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
            // A kept value may name a person who has left since.
            placeholder={
              choices ? "No longer in the workspace" : isMissing ? "Not on this device" : undefined
            }
            disabled={choices === undefined}
          />
        )}
      />
      {renderNews(name, (id) => people?.find((person) => person.id === id)?.name ?? null)}
    </Field>
  );
}

function toOption({ id, name, role, isRemoved }: UserOption): SelectOption {
  const description = isRemoved ? "No longer in the workspace" : roleLabel(role);
  return { value: id, label: name, description };
}
