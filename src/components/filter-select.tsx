import { Field } from "./ui/field.tsx";
import { LongSelect } from "./ui/long-select.tsx";
import type { SelectProps } from "./ui/select.tsx";

/** The option value that stands for "no filter", because every option needs a value. */
const ALL = "all";

type FilterSelectProps = Pick<SelectProps, "options" | "className" | "placeholder"> & {
  label: string;
  /** True hides the label from the eye, because the options say enough. Assistive technology still reads it. */
  hideLabel?: boolean;
  /** The label of the option that filters nothing, such as "All units". */
  all: string;
  value: string | undefined;
  /** Null removes the filter. */
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
