import { addDays, differenceInCalendarDays, formatISO, parseISO } from "date-fns";
import { paidHours } from "../../../../convex/rules/inputs/timeEntries.ts";
import { dateToDay } from "../../../lib/format.ts";

/** A clock time in the viewer's zone, with its day relative to the entry's day. An empty time means none. */
export type ShiftTime = { time: string; dayOffset: number };

export type Shift = { date: string; start: ShiftTime; end: ShiftTime };

/** The instant of a clock time as an ISO string; null for an empty time. */
export function instantOf(date: string, { time, dayOffset }: ShiftTime): string | null {
  if (time === "") return null;
  return parseISO(`${dateToDay(addDays(parseISO(date), dayOffset))}T${time}`).toISOString();
}

/** The clock time of an instant in this zone. In another zone than the recorder's it may be on another day. */
export function shiftTimeOf(date: string, instant: string | null): ShiftTime {
  if (instant === null) return { time: "", dayOffset: 0 };
  const at = parseISO(instant);
  return {
    time: formatISO(at, { representation: "time" }).slice(0, 5),
    dayOffset: differenceInCalendarDays(at, parseISO(date)),
  };
}

export type ShiftHours =
  | { state: "incomplete" }
  | { state: "worked"; present: number; paid: number }
  | { state: "reversed" };

/** The hours of a shift, computed by the server's rule. */
export function shiftHours({ date, start, end }: Shift): ShiftHours {
  const [from, to] = [instantOf(date, start), instantOf(date, end)];
  if (from === null || to === null) return { state: "incomplete" };
  const [startMs, endMs] = [Date.parse(from), Date.parse(to)];
  if (endMs < startMs) return { state: "reversed" };
  const present = Math.round((endMs - startMs) / 36_000) / 100;
  return { state: "worked", present, paid: paidHours(startMs, endMs) };
}
