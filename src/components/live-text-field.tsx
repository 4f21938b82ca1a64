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
  /** The value of a typed text. */
  valueOf: (typed: string) => Value;
  /** The rule that the server has for the value. */
  rule: z.ZodType;
  /** The text of a saved value, where it differs from the value as it is. */
  textOf?: (value: NonNullable<Value>) => string;
  /** Puts a value into words, where they differ from its text. */
  say?: (value: NonNullable<Value>) => string;
  onSave: (value: Value) => void;
  disabled: boolean;
  placeholder?: string;
  inputMode?: "decimal";
}

/**
 * A field without a form around it. It saves its text by Enter, when it is left and when its dialog closes; a refused text stays
 * with its reason, and so does one whose saved value another person changes meanwhile.
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
  // Until it is decided which value stays, the field keeps what was typed.
  const leave = news === null ? save : undefined;
  const end = () => {
    if (typed === null) return;
    const reason = news ? "Somebody changed it meanwhile" : refusalOf(valueOf(typed));
    if (reason === undefined) save();
    else tellNotSaved(label, `${reason}. You typed ${typed}.`);
  };
  // A field that goes with its dialog gets no blur.
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

/** Typed text is not lost with the dialog. */
function tellNotSaved(label: string, description: string): void {
  toast({ title: `${label} was not saved`, description });
}
