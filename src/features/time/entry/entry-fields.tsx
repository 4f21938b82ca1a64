import type { ReactNode } from "react";
import { Field } from "../../../components/ui/field.tsx";
import { LongSelect } from "../../../components/ui/long-select.tsx";
import type { Owner } from "../week/timesheet.ts";

interface PersonFieldProps {
  owners: readonly Owner[];
  value: string;
  onChange: (key: string) => void;
  error: string | undefined;
  news: ReactNode;
}

/** The field of the person whose time an entry records. */
export function PersonField({ owners, value, onChange, error, news }: PersonFieldProps) {
  return (
    <Field label="Team Member" required error={error}>
      <LongSelect
        options={owners.map(({ key, name, note }) => ({
          value: key,
          label: name,
          description: note,
        }))}
        value={value === "" ? null : value}
        onValueChange={onChange}
        placeholder="Choose a team member"
      />
      {news}
    </Field>
  );
}

// The option value for no unit; an option needs a value.
const noUnit = "none";

interface UnitFieldProps {
  units: readonly { id: string; name: string }[] | undefined;
  value: string;
  onChange: (unitId: string) => void;
  news: ReactNode;
}

/** The unit in which the time was spent, if it was one unit. */
export function UnitField({ units, value, onChange, news }: UnitFieldProps) {
  return (
    <Field label="Unit">
      <LongSelect
        options={[
          { value: noUnit, label: "No unit" },
          ...(units ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={value === "" ? noUnit : value}
        onValueChange={(unit) => onChange(unit === noUnit ? "" : unit)}
      />
      {news}
    </Field>
  );
}
