import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { DayPicker } from "react-day-picker";

import { companyToday } from "../../lib/company-day.ts";
import { dateToDay, formatDate, localDay } from "../../lib/format.ts";
import { Button } from "./button.tsx";

type CalendarPanelProps = {
  value: string | null;
  /** True leaves out the control that clears the date. */
  required: boolean;
  /** The day of "Today", by default the company's. */
  today?: string | undefined;
  onChoose: (day: string | null) => void;
};

const navButton =
  "inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:bg-hover hover:text-ink aria-disabled:opacity-40 touch:size-11";

const classNames = {
  root: "relative w-fit",
  months: "relative",
  month: "flex flex-col gap-2",
  month_caption: "flex h-8 items-center pl-2 touch:h-11",
  caption_label: "text-sm font-semibold",
  nav: "absolute top-0 right-0 flex gap-0.5",
  button_previous: navButton,
  button_next: navButton,
  month_grid: "border-collapse",
  weekday: "size-9 text-xs font-medium text-ink-muted touch:w-11",
  day: "p-0 text-center",
  day_button:
    "inline-flex size-9 items-center justify-center rounded-md text-sm hover:bg-hover touch:size-11",
  outside: "text-ink-muted",
  today:
    "[&>button]:font-semibold [&:not([data-selected])>button]:text-accent-text [&>button]:ring-1 [&>button]:ring-line-strong [&>button]:ring-inset",
  selected:
    "[&>button]:bg-accent [&>button]:text-accent-on [&>button]:ring-0 [&>button]:hover:bg-accent-hover",
  hidden: "invisible",
};

// The same component each time: a new one would replace the arrow under a pressed pointer, and the click would be lost.
const components = {
  Chevron: ({ orientation }: { orientation?: "left" | "right" | "up" | "down" | undefined }) =>
    orientation === "left" ? (
      <ChevronLeft aria-hidden className="size-4" />
    ) : (
      <ChevronRight aria-hidden className="size-4" />
    ),
};

/** One month to pick a day from, with Today and Clear below. */
export default function CalendarPanel(props: CalendarPanelProps) {
  const { value, required, today = companyToday(), onChoose } = props;
  const [openedWith] = useState(value);
  const selected = value === null ? undefined : localDay(value);
  const isNews = value !== openedWith;
  return (
    <div>
      <p
        aria-live="polite"
        className={
          isNews ? "mb-2 max-w-64 rounded-md bg-info-soft p-2 text-xs text-info-text" : "sr-only"
        }
      >
        {isNews && newsSentence(value)}
      </p>
      <DayPicker
        mode="single"
        // A press on the chosen day keeps it; the day is cleared by "Clear" alone.
        required
        selected={selected}
        today={localDay(today)}
        defaultMonth={selected ?? localDay(today)}
        onSelect={(date) => onChoose(dateToDay(date))}
        showOutsideDays
        fixedWeeks
        autoFocus
        classNames={classNames}
        components={components}
      />
      <div className="mt-1 flex justify-between border-t border-line pt-2">
        <Button variant="ghost" size="sm" onClick={() => onChoose(today)}>
          Today
        </Button>
        {value !== null && !required && (
          <Button variant="ghost" size="sm" onClick={() => onChoose(null)}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}

/** A sentence about a change by another person. Without it the days of an open calendar would change without notice. */
function newsSentence(value: string | null): string {
  const what = value === null ? "cleared this" : `changed this to ${formatDate(value)}`;
  return `Somebody has just ${what}. Pick a day to keep yours, or close to take it.`;
}
