import { type FieldValues, type Path, type UseFormReturn, useWatch } from "react-hook-form";
import { changedValues } from "../../lib/forms/changed-values.ts";
import { type ShapesOf, someOf } from "../../lib/shape.ts";
import { type KeptTyping, useKeptTyping } from "./use-kept-typing.ts";

interface KeptForm<Values extends FieldValues> {
  place: string;
  /** The shapes of the form's fields, because another version of the app may have kept other values. */
  fields: ShapesOf<Values>;
  /** True for values that no device may keep. */
  onlyInPage?: boolean;
}

/** Keeps the typed values of a form of React Hook Form: the fields that differ from the saved values. */
export function useKeptForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { place, fields, onlyInPage }: KeptForm<Values>,
): KeptTyping {
  const typed = useTypedValues(form);
  return useKeptTyping<Partial<Values>>(place, {
    ...{ typed, shape: someOf<Values>(fields), onlyInPage },
    bringBack: (before) => bringInto(form, before),
  });
}

/** The values that differ from the saved ones, live; null without any. */
export function useTypedValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
): Partial<Values> | null {
  const values = useWatch({ control: form.control }) as Values;
  const dirty = form.formState.dirtyFields as Partial<Record<keyof Values, unknown>>;
  const changed = changedValues(values, dirty);
  return Object.keys(changed).length > 0 ? changed : null;
}

/** Puts values into the fields of a form, and marks the fields as dirty. */
export function bringInto<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  typed: Partial<Values>,
): void {
  for (const [name, value] of Object.entries(typed))
    form.setValue(name as Path<Values>, value as never, { shouldDirty: true });
}
