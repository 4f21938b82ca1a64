import { dayAt, dayIn, dayMs } from "../lib/dates.ts";
import type { Calendar } from "./turn.ts";

/** The calendar of a company in a time zone, with the day of `now` as today. */
export function calendarAt(now: number, timeZone: string): Calendar {
  const dayOf = (moment: number) => dayIn(timeZone, moment);
  return { day: dayOf(now), dayOf };
}

/**
 * The moment from which dates belong to the day that begins at a midnight, or to a later one. A picked day is stored at
 * noon UTC, which is after the end of that day where clocks are more than twelve hours ahead.
 */
export function datesFrom(midnight: Date): number {
  const day = Date.UTC(midnight.getFullYear(), midnight.getMonth(), midnight.getDate());
  return Math.max(midnight.getTime(), day - dayMs / 2 + 1);
}

/** The number of the first day for which a date is past: `datesFrom` of its midnight is after the date. */
export function firstDayAfter(timeZone: string, date: number): number {
  return Math.min(dayAt(timeZone, date), Math.ceil((date - dayMs / 2) / dayMs)) + 1;
}
