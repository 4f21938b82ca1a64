import { dayIn } from "../lib/dates.ts";
import type { Calendar } from "./turn.ts";

/** The calendar of a company in a time zone, with the day of `now` as today. */
export function calendarAt(now: number, timeZone: string): Calendar {
  const dayOf = (moment: number) => dayIn(timeZone, moment);
  return { day: dayOf(now), dayOf };
}
