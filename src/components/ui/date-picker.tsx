import { CalendarDays } from "lucide-react";
import { useState } from "react";

import { cn } from "../../lib/cn.ts";
import { formatDate } from "../../lib/format.ts";
import { LazyCalendar } from "./lazy-calendar.tsx";
import { controlClasses, controlHeight, quietEdge } from "./control-classes.ts";
import { useFieldControl } from "./field-context.ts";
import { StandIn, useLateTrigger } from "./late-trigger.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "./popover.tsx";

type DatePickerProps = {
  /** The meaning of the date; part of the accessible name, a Field or a caption shows it. */
  label: string;
  /** Any ISO date or date-time; shown as the viewer's local day. */
  value: string | null;
  /** Receives the picked calendar day as "YYYY-MM-DD", or null when cleared. */
  onChange: (day: string | null) => void;
  /** True for a date that cannot be cleared. */
  required?: boolean | undefined;
  /** The day of "Today" in the calendar, by default the company's. */
  today?: string | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** A quieter edge, for dates in a row of facts and not in a form. */
  quiet?: boolean | undefined;
  className?: string | undefined;
};

/** A calendar date, picked from a calendar; the calendar's code loads on first intent. */
export function DatePicker(props: DatePickerProps) {
  const {
    label,
    value,
    onChange,
    required = false,
    today,
    disabled,
    placeholder = "Pick a date",
    quiet = false,
    className,
  } = props;
  const [open, setOpen] = useState(false);
  const { isUsed, panelId, button, standIn } = useLateTrigger(open);
  const text = formatDate(value);

  const choose = (day: string | null) => {
    setOpen(false);
    // The day that is shown already would change nothing.
    if (formatDate(day) !== text && (day !== null || !required)) onChange(day);
  };

  return (
    <>
      <button
        {...button}
        aria-haspopup="dialog"
        data-slot="date-picker"
        {...useFieldControl()}
        aria-label={`${label}: ${text ?? placeholder}`}
        disabled={disabled}
        onPointerEnter={LazyCalendar.preload}
        onFocus={() => {
          button.onFocus();
          LazyCalendar.preload();
        }}
        className={cn(
          controlClasses,
          controlHeight,
          quiet && quietEdge,
          "inline-flex items-center gap-2 text-left",
          className,
        )}
      >
        <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <span className={cn("truncate", text === null && "text-ink-muted")}>
          {text ?? placeholder}
        </span>
      </button>
      {isUsed && (
        <Popover open={open} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <StandIn {...standIn} />
          </PopoverTrigger>
          {open && (
            <PopoverContent
              id={panelId}
              aria-label={label}
              className="p-2"
              onOpenAutoFocus={focusDay}
            >
              <LazyCalendar {...{ value, required, today }} onChoose={choose} />
            </PopoverContent>
          )}
        </Popover>
      )}
    </>
  );
}

/** Focuses the chosen day of a loaded calendar. A dialog around takes the focus that the calendar itself gives it. */
function focusDay(event: Event): void {
  const panel = event.target as Element;
  const day = panel.querySelector<HTMLElement>('[role="grid"] button[tabindex="0"]');
  if (day === null) return;
  event.preventDefault();
  day.focus();
}
