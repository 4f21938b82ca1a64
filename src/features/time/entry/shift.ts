import { addDays, differenceInCalendarDays, formatISO, parseISO } from "date-fns";
import { paidHours } from "../../../../convex/rules/inputs/timeEntries.ts";
import { dateToDay } from "../../../lib/format.ts";

/** A clock time of the viewer on a day counted from the day of its entry; an empty time is none. */
export type ShiftTime = { time: string; dayOffset: number };

export type Shift = { date: string; start: ShiftTime; end: ShiftTime };

/** The instant of a clock time, as it is sent; null for none. */
export function instantOf(date: string, { time, dayOffset }: ShiftTime): string | null {
  if (time === "") return null;
  return parseISO(`${dateToDay(addDays(parseISO(date), dayOffset))}T${time}`).toISOString();
}

/** The clock time of an instant here, which in another zone than the recorder's may lie on another day. */
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

/** The hours of a shift, by the same rule as the server's. */
export function shiftHours({ date, start, end }: Shift): ShiftHours {
  const [from, to] = [instantOf(date, start), instantOf(date, end)];
  if (from === null || to === null) return { state: "incomplete" };
  const [startMs, endMs] = [Date.parse(from), Date.parse(to)];
  if (endMs < startMs) return { state: "reversed" };
  const present = Math.round((endMs - startMs) / 36_000) / 100;
  return { state: "worked", present, paid: paidHours(startMs, endMs) };
}
