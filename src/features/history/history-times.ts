import { differenceInCalendarDays, isSameDay } from "date-fns";
import { formatDate, formatDateTime, formatTime, formatWeekday } from "../../lib/format.ts";
import type { HistoryEvent } from "../../lib/history/history-event.ts";

/** The delay in ms after which an arriving act counts as made offline. */
const onItsWayMs = 60_000;

/** The heading for the day of a time: "Today", "Monday, March 2", or with the year when it is not this year. */
export function dayHeading(iso: string, now = new Date()): string {
  const day = new Date(iso);
  const ago = differenceInCalendarDays(now, day);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  return day.getFullYear() === now.getFullYear() ? formatWeekday(iso) : formatDate(iso);
}

/** Both times of work that was done offline, such as "at 10:12 AM, arrived 10:40 AM"; null for other work. */
export function bothTimes({ at, madeAt }: Pick<HistoryEvent, "at" | "madeAt">): string | null {
  if (madeAt === null || Date.parse(at) - Date.parse(madeAt) < onItsWayMs) return null;
  const made = isSameDay(madeAt, at) ? formatTime(madeAt) : formatDateTime(madeAt);
  return `at ${made}, arrived ${formatTime(at)}`;
}
