import { useEffect, useRef, useState } from "react";
import type * as z from "zod";
import { useLiveField } from "../hooks/edits/use-live-field.ts";
import type { EditedRecord } from "../lib/forms/field-news.ts";
import { FieldNews } from "./field-news.tsx";
import { quietEdge } from "./ui/control-classes.ts";
import { Field } from "./ui/field.tsx";
import { Input } from "./ui/input.tsx";
import { toast } from "./ui/toast.ts";

interface LiveTextFieldProps<Value> {
  label: string;
  record: EditedRecord;
  /** The name of the field in its record. */
  field: string;
  /** The live value of the record. */
  saved: Value;
  /** Turns typed text into a value. */
  valueOf: (typed: string) => Value;
  /** The validation rule that the server applies to the value. */
  rule: z.ZodType;
  /** Turns a saved value into the text of the field; `String` when left out. */
  textOf?: (value: NonNullable<Value>) => string;
  /** Turns a value into words for a sentence; `String` when left out. */
  say?: (value: NonNullable<Value>) => string;
  onSave: (value: Value) => void;
  disabled: boolean;
  placeholder?: string;
  inputMode?: "decimal";
}

/**
 * A text field without a form. It saves on Enter, on blur and when its dialog closes. A refused text stays with its
 * reason, and so does a text whose saved value another person changes meanwhile.
 */
export function LiveTextField<Value extends string | number | null>(
  props: LiveTextFieldProps<Value>,
) {
  const { label, record, field, saved, valueOf, rule, say = String, onSave, disabled } = props;
  const { placeholder = "Not set", inputMode, textOf = String } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const news = useLiveField({
    saved,
    mine: typed === null ? undefined : valueOf(typed),
    say: (value) => (value === null ? null : say(value)),
    take: () => finish(),
  });

  const finish = () => {
    setTyped(null);
    setError(undefined);
  };
  const refusalOf = (value: Value) => rule.safeParse(value).error?.issues[0]?.message;
  const save = () => {
    if (typed === null) return;
    const value = valueOf(typed);
    const refusal = refusalOf(value);
    if (refusal !== undefined) return setError(refusal);
    finish();
    if (value !== saved) onSave(value);
  };
  // The field keeps the typed text until the user has chosen between the two values.
  const leave = news === null ? save : undefined;
  const end = () => {
    if (typed === null) return;
    const reason = news ? "Somebody changed it meanwhile" : refusalOf(valueOf(typed));
    if (reason === undefined) save();
    else tellNotSaved(label, `${reason}. You typed ${typed}.`);
  };
  // A field that unmounts with its dialog gets no blur event.
  const latestEnd = useRef(end);
  useEffect(() => {
    latestEnd.current = end;
  });
  useEffect(() => () => latestEnd.current(), []);

  return (
    <Field
      label={label}
      error={error}
      className="gap-1 [&>label]:text-xs [&>label]:font-normal [&>label]:text-ink-muted"
    >
      <Input
        inputMode={inputMode}
        autoComplete="off"
        placeholder={placeholder}
        className={quietEdge}
        disabled={disabled}
        value={typed ?? (saved === null ? "" : textOf(saved))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === "Enter") leave?.();
        }}
      />
      <FieldNews record={record} field={field} news={news && { ...news, keep: save }} />
    </Field>
  );
}

/** Shows the typed text in a toast, so that it is not lost with the dialog. */
function tellNotSaved(label: string, description: string): void {
  toast({ title: `${label} was not saved`, description });
}
