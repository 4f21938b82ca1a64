import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api.js";
import { fullName } from "../lib/format.ts";
import type { Task } from "../lib/optimistic/task-change.ts";
import { Field } from "./ui/field.tsx";
import { LongSelect } from "./ui/long-select.tsx";
import type { SelectOption } from "./ui/select.tsx";

type Person = FunctionReturnType<typeof api.people.list>[number];
type Member = FunctionReturnType<typeof api.projectTeams.list>[number];

/** A change of the people who do a task; null removes a person. */
export type GivenTo = { assignedToId?: string | null; crewMemberId?: string | null };

type PeopleOfTask = Pick<
  Task,
  "assignedToId" | "assignedToName" | "crewMemberId" | "crewMemberName"
>;

type PeopleFieldsProps = {
  given: { [Field in keyof PeopleOfTask]: string | null };
  /** Both are undefined while they load. */
  people: readonly Person[] | undefined;
  team: readonly Member[] | undefined;
  disabled?: boolean | undefined;
  onChange: (givenTo: GivenTo) => void;
};

/** The option value for no person; ids are longer. */
const nobody = "-";

/** Two selects for the people of a task: the responsible user, and the member of the project's team. */
export function PeopleFields({ given, people, team, disabled, onChange }: PeopleFieldsProps) {
  const members = team?.filter(({ isActive }) => isActive);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Responsible">
        <LongSelect
          options={optionsOf(people, nameOf, {
            id: given.assignedToId,
            name: given.assignedToName,
          })}
          value={given.assignedToId ?? nobody}
          disabled={disabled}
          onValueChange={(id) => onChange({ assignedToId: id === nobody ? null : id })}
        />
      </Field>
      <Field label="Crew">
        <LongSelect
          options={optionsOf(members, fullName, {
            id: given.crewMemberId,
            name: given.crewMemberName,
          })}
          value={given.crewMemberId ?? nobody}
          disabled={disabled}
          onValueChange={(id) => onChange({ crewMemberId: id === nobody ? null : id })}
        />
      </Field>
    </div>
  );
}

function nameOf({ firstName, lastName }: Person): string {
  return fullName({ firstName, lastName, email: null });
}

/** The options of a select: all who can be chosen, and the present holder of the task even when no longer available. */
function optionsOf<Choice extends { id: string; trade?: string | null }>(
  choices: readonly Choice[] | undefined,
  name: (choice: Choice) => string,
  chosen: { id: string | null; name: string | null },
): SelectOption[] {
  const options = (choices ?? []).map((choice) => ({
    ...{ value: choice.id, label: name(choice), description: choice.trade },
  }));
  const isMissing = chosen.id !== null && !options.some(({ value }) => value === chosen.id);
  return [
    { value: nobody, label: "Nobody" },
    ...(isMissing ? [{ value: chosen.id ?? nobody, label: chosen.name ?? "Unknown" }] : []),
    ...options,
  ];
}
