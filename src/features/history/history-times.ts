import { differenceInCalendarDays, isSameDay } from "date-fns";
import { formatDate, formatDateTime, formatTime, formatWeekday } from "../../lib/format.ts";
import type { HistoryEvent } from "../../lib/history/history-event.ts";

/** An act that arrives later than this after it was made was made without a line. */
const onItsWayMs = 60_000;

/** The heading of the day of a moment: "Today", "Monday, March 2", or with its year where that is another one. */
export function dayHeading(iso: string, now = new Date()): string {
  const day = new Date(iso);
  const ago = differenceInCalendarDays(now, day);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  return day.getFullYear() === now.getFullYear() ? formatWeekday(iso) : formatDate(iso);
}

/** Both times of work that was done without a line, such as "at 10:12 AM, arrived 10:40 AM"; null for other work. */
export function bothTimes({ at, madeAt }: Pick<HistoryEvent, "at" | "madeAt">): string | null {
  if (madeAt === null || Date.parse(at) - Date.parse(madeAt) < onItsWayMs) return null;
  const made = isSameDay(madeAt, at) ? formatTime(madeAt) : formatDateTime(madeAt);
  return `at ${made}, arrived ${formatTime(at)}`;
}
