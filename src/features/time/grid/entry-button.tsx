import { TriangleAlert } from "lucide-react";
import { PendingMark } from "../../../components/pending-mark.tsx";
import { cn } from "../../../lib/cn.ts";
import { formatShift, formatWorked } from "../week/time-format.ts";
import type { TimeEntry } from "../week/timesheet.ts";

interface EntryButtonProps {
  entry: TimeEntry;
  unitName: string | undefined;
  onOpen?: ((entry: TimeEntry) => void) | undefined;
  tabIndex?: number | undefined;
  className?: string | undefined;
}

/** One entry of a day: its hours and unit; an open shift is marked. */
export function EntryButton({ entry, unitName, onOpen, tabIndex, className }: EntryButtonProps) {
  const { startTime, endTime, totalHours, description } = entry;
  const shift = formatShift(startTime, endTime);
  const title = [shift, unitName && `Unit ${unitName}`, description].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      data-entry={entry.id}
      title={title}
      tabIndex={tabIndex}
      onClick={onOpen && (() => onOpen(entry))}
      className={cn(
        "flex min-h-9 min-w-0 scroll-my-16 items-center gap-1.5 rounded-md px-2 text-left text-sm transition-colors",
        endTime === null
          ? "bg-warning-soft text-warning-text"
          : "bg-accent-soft text-accent-text hover:bg-hover",
        className,
      )}
    >
      {endTime === null ? (
        <>
          <TriangleAlert
            aria-hidden
            className="size-3.5 shrink-0 text-warning"
            strokeWidth={2.25}
          />
          <span className="truncate font-medium lg:max-[100rem]:sr-only">Incomplete</span>
        </>
      ) : (
        <span className="font-semibold tabular-nums">
          {formatWorked(Number(totalHours ?? 0))}
          <span className="sr-only"> hours</span>
        </span>
      )}
      <span className="sr-only">, {shift}</span>
      <PendingMark of={entry.id} />
      {unitName !== undefined && (
        <span
          className={endTime === null ? "sr-only" : "min-w-0 flex-1 truncate text-right text-xs"}
        >
          <span className="sr-only">, unit </span>
          {unitName}
        </span>
      )}
    </button>
  );
}
