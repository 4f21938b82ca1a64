import type { ReactNode } from "react";
import { breakHours } from "../../../../convex/rules/inputs/timeEntries.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { formatCount, formatHours } from "../../../lib/format.ts";
import { type Shift, shiftHours, type ShiftTime } from "./shift.ts";
import { formatWorked } from "../week/time-format.ts";

interface ShiftFieldsProps {
  shift: Shift;
  startError: string | undefined;
  onStart: (start: ShiftTime) => void;
  onEnd: (end: ShiftTime) => void;
  startNews: ReactNode;
  endNews: ReactNode;
}

/** Start and end of a shift, and the hours that follow from them. */
export function ShiftFields(props: ShiftFieldsProps) {
  const { shift, startError, onStart, onEnd, startNews, endNews } = props;
  const { start, end } = shift;
  const isNextDay = end.dayOffset === start.dayOffset + 1;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-4">
        <Field label="Start Time" required error={startError} hint={dayHint(start.dayOffset)}>
          <Input
            type="time"
            value={start.time}
            onChange={({ target }) => onStart({ ...start, time: target.value })}
          />
          {startNews}
        </Field>
        <Field label="End Time" hint={dayHint(end.dayOffset)}>
          <Input
            type="time"
            value={end.time}
            onChange={({ target }) => onEnd({ ...end, time: target.value })}
          />
          {endNews}
        </Field>
      </div>
      <div
        role="status"
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-1.5 text-sm text-ink-muted"
      >
        <HoursText shift={shift} />
        {isNextDay ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onEnd({ ...end, dayOffset: start.dayOffset })}
          >
            Ended the same day
          </Button>
        ) : (
          shiftHours(shift).state === "reversed" && (
            <Button
              variant="outline"
              size="sm"
              onClick={() => onEnd({ ...end, dayOffset: end.dayOffset + 1 })}
            >
              Ended the next day
            </Button>
          )
        )}
      </div>
    </div>
  );
}

function HoursText({ shift }: { shift: Shift }) {
  const hours = shiftHours(shift);
  switch (hours.state) {
    case "incomplete":
      return (
        <span>{shift.end.time === "" && "Without an end the entry is marked as incomplete."}</span>
      );
    case "reversed":
      return (
        <span className="font-medium text-warning-text">
          The end is before the start: {formatWorked(0)} hours.
        </span>
      );
    case "worked":
      return (
        <span>
          <strong className="text-base font-semibold text-ink tabular-nums">
            {formatWorked(hours.paid)} hours
          </strong>{" "}
          ({formatHours(hours.present)} minus {formatHours(breakHours)} unpaid break)
        </span>
      );
  }
}

/** A hint for a time that is not on the entry's own day; null when it is. */
function dayHint(dayOffset: number): string | null {
  if (dayOffset === 0) return null;
  if (dayOffset === 1) return "The next day";
  if (dayOffset === -1) return "The day before";
  return dayOffset > 0
    ? `${formatCount(dayOffset, "day")} later`
    : `${formatCount(-dayOffset, "day")} earlier`;
}

/** A time of a shift in words, with its day unless it is the entry's own; null for an empty time. */
export function timeText({ time, dayOffset }: ShiftTime): string | null {
  const hint = dayHint(dayOffset);
  if (time === "") return null;
  return hint === null ? time : `${time}, ${hint.toLowerCase()}`;
}
