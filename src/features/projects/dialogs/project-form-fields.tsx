import { type ClipboardEvent, type ComponentProps, type ReactNode, useCallback } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { parseUnitNames } from "../../../../convex/rules/inputs/newUnits.ts";
import { DatePicker } from "../../../components/ui/date-picker.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { lazyPart } from "../../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { Textarea } from "../../../components/ui/textarea.tsx";
import { formatCount } from "../../../lib/format.ts";
import { isSheet } from "../../../lib/sheet/is-sheet.ts";
import type { Sheet } from "../sheet/use-sheet.ts";

interface ProjectFormBase {
  name: string;
  description: string;
  startDate: string | null;
  targetCompletionDate: string | null;
}

/** The fields for name and description, shared by the forms of a project. */
export function ProjectTextFields(props: { nameNews?: ReactNode; descriptionNews?: ReactNode }) {
  const { register, formState } = useFormContext<ProjectFormBase>();
  const { errors } = formState;
  return (
    <>
      <Field label="Project Name" required error={errors.name?.message}>
        <Input autoComplete="off" {...register("name")} />
        {props.nameNews}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea rows={2} {...register("description")} />
        {props.descriptionNews}
      </Field>
    </>
  );
}

const SheetPreview = lazyPart(() => import("../sheet/sheet-preview.tsx"), {
  waiting: <Skeleton className="h-80" />,
});

type UnitsFieldProps = Pick<ComponentProps<"textarea">, "rows" | "placeholder"> & {
  sheet: Sheet;
  /** The unit names that the project already has. */
  existing?: readonly string[];
};

const noNames: readonly string[] = [];

/**
 * The field for new units, shared by the forms that add units: names, one a line, or rows pasted from a spreadsheet.
 */
export function UnitsField({ sheet, existing = noNames, ...props }: UnitsFieldProps) {
  const { setValue } = useFormContext<{ units: string }>();
  const { take } = sheet;
  const onUnits = useCallback(
    (units: Sheet["units"]) => {
      take(units);
      setValue("units", (units ?? []).map(({ name }) => name).join("\n"));
    },
    [take, setValue],
  );
  if (sheet.text === null) return <UnitNamesField {...props} onSheet={sheet.paste} />;
  return (
    <SheetPreview
      text={sheet.text}
      existing={existing}
      onUnits={onUnits}
      onLeave={() => {
        sheet.leave();
        setValue("units", "");
      }}
    />
  );
}

function UnitNamesField({
  onSheet,
  ...props
}: Pick<UnitsFieldProps, "rows" | "placeholder"> & { onSheet: (text: string) => void }) {
  const { register, watch, formState } = useFormContext<{ units: string }>();
  // The number and its noun stay on one line.
  const count = formatCount(parseUnitNames(watch("units")).length, "unit").replace(" ", "\u00a0");
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!isSheet(text)) return;
    event.preventDefault();
    onSheet(text);
  };
  return (
    <Field
      label="Units"
      required
      error={formState.errors.units?.message}
      hint={`One unit name per line, or rows of a spreadsheet · ${count}`}
    >
      <Textarea {...props} className="font-mono" onPaste={onPaste} {...register("units")} />
    </Field>
  );
}

/** The fields for start date and due date, shared by the forms of a project. */
export function ProjectDateFields(props: { startNews?: ReactNode; targetNews?: ReactNode }) {
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
        {props.startNews}
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
        {props.targetNews}
      </Field>
    </div>
  );
}
