import { dayIn } from "../lib/dates.ts";
import type { Calendar } from "./turn.ts";

/** The calendar of a company in this zone, at this moment of the clock. */
export function calendarAt(now: number, timeZone: string): Calendar {
  const dayOf = (moment: number) => dayIn(timeZone, moment);
  return { day: dayOf(now), dayOf };
}
