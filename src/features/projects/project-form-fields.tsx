import type { ComponentProps } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { parseUnitNames } from "../../../convex/rules/inputs/newUnits.ts";
import { DatePicker } from "../../components/ui/date-picker.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Textarea } from "../../components/ui/textarea.tsx";
import { formatCount } from "../../lib/format.ts";

interface ProjectFormBase {
  name: string;
  description: string;
  startDate: string | null;
  targetCompletionDate: string | null;
}

/** Name and description, in any form of a project. */
export function ProjectTextFields() {
  const { register, formState } = useFormContext<ProjectFormBase>();
  const { errors } = formState;
  return (
    <>
      <Field label="Project Name" required error={errors.name?.message}>
        <Input autoComplete="off" {...register("name")} />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea rows={2} {...register("description")} />
      </Field>
    </>
  );
}

/** The names of new units, one a line, in any form that adds units. */
export function UnitNamesField(props: Pick<ComponentProps<"textarea">, "rows" | "placeholder">) {
  const { register, watch, formState } = useFormContext<{ units: string }>();
  const unitCount = parseUnitNames(watch("units")).length;
  return (
    <Field
      label="Units"
      required
      error={formState.errors.units?.message}
      hint={`One unit name per line · ${formatCount(unitCount, "unit")}`}
    >
      <Textarea {...props} className="font-mono" {...register("units")} />
    </Field>
  );
}

/** The start date and the due date of a project, in any form of a project. */
export function ProjectDateFields() {
  const { control, formState } = useFormContext<ProjectFormBase>();
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Start Date" error={errors.startDate?.message}>
        <Controller
          control={control}
          name="startDate"
          render={({ field }) => (
            <DatePicker label="Start Date" value={field.value} onChange={field.onChange} />
          )}
        />
      </Field>
      <Field label="Target Completion Date" error={errors.targetCompletionDate?.message}>
        <Controller
          control={control}
          name="targetCompletionDate"
          render={({ field }) => (
            <DatePicker
              label="Target Completion Date"
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </Field>
    </div>
  );
}
