import { type FieldValues, type Path, type UseFormReturn, useWatch } from "react-hook-form";
import { changedValues } from "../../lib/forms/changed-values.ts";
import { type KeptTyping, useKeptTyping } from "./use-kept-typing.ts";

/** Keeps what is typed in a form of React Hook Form: the fields that differ from the saved values. */
export function useKeptForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  place: string,
): KeptTyping {
  const typed = useTypedValues(form);
  return useKeptTyping(place, { typed, bringBack: (before) => bringInto(form, before) });
}

/** The values that differ from the saved ones, live; null while none does. */
export function useTypedValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
): Partial<Values> | null {
  const values = useWatch({ control: form.control }) as Values;
  const dirty = form.formState.dirtyFields as Partial<Record<keyof Values, unknown>>;
  const changed = changedValues(values, dirty);
  return Object.keys(changed).length > 0 ? changed : null;
}

/** Puts values into the fields that the form has. */
export function bringInto<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  typed: Partial<Values>,
): void {
  const known = form.getValues();
  for (const [name, value] of Object.entries(typed)) {
    if (Object.hasOwn(known, name))
      form.setValue(name as Path<Values>, value as never, { shouldDirty: true });
  }
}
