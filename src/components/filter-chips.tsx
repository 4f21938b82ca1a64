import { cn } from "../lib/cn.ts";

export interface FilterOption<Value extends string> {
  value: Value;
  label: string;
  count: number;
}

/** A row of toggle buttons with counts, of which one is on. */
export function FilterChips<Value extends string>(props: {
  label: string;
  options: readonly FilterOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    // On a phone the chips scroll in one line: stacked, they would take a quarter of the screen.
    <div
      role="group"
      aria-label={props.label}
      className="-my-1 flex min-w-0 gap-1.5 py-1 max-md:-mx-1 max-md:overflow-x-auto max-md:px-1 max-md:[scrollbar-width:none] md:flex-wrap touch:gap-y-2"
    >
      {props.options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
          className={cn(
            "relative inline-flex h-7 shrink-0 items-center gap-1 rounded-full border px-2.5 text-sm font-medium whitespace-nowrap transition-colors touch:h-9 touch:px-3 touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-1",
            value === props.value
              ? "border-accent bg-accent-soft text-accent-text"
              : "border-line bg-surface text-ink-muted hover:bg-hover hover:text-ink",
          )}
        >
          {label} <span className="font-normal tabular-nums">({count})</span>
        </button>
      ))}
    </div>
  );
}
