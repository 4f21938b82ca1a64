import { Check } from "lucide-react";
import { type MouseEvent, useContext } from "react";
import { SelectionContext, useSelected } from "../../hooks/edits/use-record-selection.ts";
import { cn } from "../../lib/cn.ts";

/**
 * The check box of a row, which selects it; with Shift, all rows from the last one. It appears on hover and focus, and
 * in all rows while something is selected. Touch screens show it only then.
 */
export function SelectBox(props: { id: string; name: string; className?: string }) {
  const { id, name, className } = props;
  const selection = useContext(SelectionContext);
  const isSelected = useSelected(id);
  if (selection === null) return null;
  const press = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) selection.extendTo(id);
    else selection.toggle(id);
  };
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={`Select ${name}`}
      title="Select (x)"
      data-act="select"
      onClick={press}
      className={cn(
        "inline-flex size-6 shrink-0 items-center justify-center rounded-md group-data-[selecting]/select:opacity-100 hover:opacity-100 focus-visible:opacity-100 aria-checked:opacity-100 touch:hidden touch:size-11 touch:group-data-[selecting]/select:inline-flex pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100",
        className,
      )}
    >
      <span
        className={cn(
          "inline-flex size-4 items-center justify-center rounded-sm border touch:size-5",
          isSelected
            ? "border-accent bg-accent text-accent-on"
            : "border-line-strong bg-surface hover:border-ink-muted",
        )}
      >
        {isSelected && <Check aria-hidden strokeWidth={3} className="size-3" />}
      </span>
    </button>
  );
}
