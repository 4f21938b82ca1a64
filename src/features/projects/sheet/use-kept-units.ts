import type { FieldValues, UseFormReturn } from "react-hook-form";
import { bringInto, useTypedValues } from "../../../hooks/edits/use-kept-form.ts";
import { type KeptTyping, useKeptTyping } from "../../../hooks/edits/use-kept-typing.ts";
import { type ShapesOf, someOf, text } from "../../../lib/shape.ts";
import type { Sheet } from "./use-sheet.ts";

/** Keeps the typed values of a form for new units, and the text that was pasted from a spreadsheet. */
export function useKeptUnits<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sheet: Sheet,
  { place, fields }: { place: string; fields: ShapesOf<Values> },
): KeptTyping {
  const typed = useTypedValues(form);
  return useKeptTyping<{ typed?: Partial<Values>; sheet?: string }>(place, {
    shape: someOf({ typed: someOf<Values>(fields), sheet: text }),
    typed:
      sheet.text === null && typed === null
        ? null
        : { ...(typed && { typed }), ...(sheet.text !== null && { sheet: sheet.text }) },
    bringBack: (before) => {
      if (before.sheet !== undefined) sheet.paste(before.sheet);
      bringInto(form, before.typed ?? {});
    },
  });
}
