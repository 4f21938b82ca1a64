import type { FieldValues, UseFormReturn } from "react-hook-form";
import { bringInto, useTypedValues } from "../../../hooks/edits/use-kept-form.ts";
import { type KeptTyping, useKeptTyping } from "../../../hooks/edits/use-kept-typing.ts";
import type { Sheet } from "./use-sheet.ts";

/** Keeps what is typed in a form of new units, with what is pasted from a spreadsheet. */
export function useKeptUnits<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sheet: Sheet,
  place: string,
): KeptTyping {
  const typed = useTypedValues(form);
  return useKeptTyping(place, {
    typed: sheet.text === null && typed === null ? null : { typed, sheet: sheet.text },
    bringBack: (before) => {
      if (before.sheet !== null) sheet.paste(before.sheet);
      bringInto(form, before.typed ?? {});
    },
  });
}
