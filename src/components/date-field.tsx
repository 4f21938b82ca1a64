import { cn } from "../lib/cn.ts";
import { DatePicker } from "./ui/date-picker.tsx";
import { Field } from "./ui/field.tsx";

/** A date with its caption above it, small enough to stand three in a row. */
export function DateField(props: {
  label: string;
  value: string | null;
  /** True for a date that cannot be cleared. */
  required?: boolean | undefined;
  disabled: boolean;
  onChange: (day: string | null) => void;
  /** The reason that the last chosen day was refused for. */
  error?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <Field
      label={props.label}
      error={props.error}
      className={cn(
        "gap-1 [&>label]:text-xs [&>label]:font-normal [&>label]:text-ink-muted",
        props.className,
      )}
    >
      <DatePicker
        quiet
        label={props.label}
        value={props.value}
        onChange={props.onChange}
        required={props.required}
        disabled={props.disabled}
        placeholder="Not set"
      />
    </Field>
  );
}
