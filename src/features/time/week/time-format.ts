import { parseISO } from "date-fns";
import { dateFormat } from "../../../lib/date-format.ts";
import { formatDays } from "../../../lib/format.ts";

// The browser's own language and clock, as everywhere.
const weekday = dateFormat({ weekday: "short" });
const monthDay = dateFormat({ month: "short", day: "numeric" });
const fullDay = dateFormat({ weekday: "short", month: "short", day: "numeric" });
const clock = dateFormat({ timeStyle: "short" });

/** Hours as timesheets show them, with 1 decimal: "8.0"; a dash while they are not known. */
export function formatWorked(hours: number | undefined): string {
  return hours?.toFixed(1) ?? "–";
}

/** "Mon" */
export const formatWeekday = (day: string): string => weekday().format(parseISO(day));

/** "Jul 14" */
export const formatMonthDay = (day: string): string => monthDay().format(parseISO(day));

/** "Mon, Jul 14" */
export const formatDay = (day: string): string => fullDay().format(parseISO(day));

/** "Jul 14 – 20, 2025" */
export function formatWeek(week: readonly string[]): string {
  const timeOf = (day = "") => parseISO(day).getTime();
  return formatDays(timeOf(week[0]), timeOf(week.at(-1)));
}

/** The zone that clock times are shown and entered in, such as "Europe/Berlin". */
export function timeZoneHere(): string {
  return clock().resolvedOptions().timeZone.replaceAll("_", " ");
}

/** "7:00 AM – 4:00 PM", or "7:00 AM –" while the shift is open. */
export function formatShift(startTime: string, endTime: string | null): string {
  const start = clock().format(new Date(startTime));
  return endTime === null ? `${start} –` : `${start} – ${clock().format(new Date(endTime))}`;
}
