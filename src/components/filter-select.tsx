import { Field } from "./ui/field.tsx";
import { LongSelect } from "./ui/long-select.tsx";
import type { SelectProps } from "./ui/select.tsx";

/** Stands for no filter: a choice needs a value. */
const ALL = "all";

type FilterSelectProps = Pick<SelectProps, "options" | "className" | "placeholder"> & {
  label: string;
  /** The label is for assistive technology alone: what can be chosen says enough. */
  hideLabel?: boolean;
  /** The choice that narrows nothing, as "All units". */
  all: string;
  value: string | undefined;
  /** Null takes the filter away. */
  onChange: (value: string | null) => void;
};

/** Narrows a list to one of the options, or to none of them. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, hideLabel = false, all, options, value, onChange, ...rest } = props;
  const select = (
    <LongSelect
      {...rest}
      quiet
      {...(hideLabel && { "aria-label": label })}
      options={[{ value: ALL, label: all }, ...options]}
      value={value ?? ALL}
      onValueChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
    />
  );
  if (hideLabel) return select;
  return (
    <Field
      label={label}
      className="gap-1 [&>label]:text-xs [&>label]:font-normal [&>label]:text-ink-muted"
    >
      {select}
    </Field>
  );
}
