import { parseISO } from "date-fns";
import { whenUsed } from "../../../lib/when-used.ts";

// The browser's own language and clock, as everywhere.
const weekday = whenUsed(() => new Intl.DateTimeFormat(undefined, { weekday: "short" }));
const monthDay = whenUsed(
  () => new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" }),
);
const fullDay = whenUsed(
  () =>
    new Intl.DateTimeFormat(undefined, {
      weekday: "short",
      month: "short",
      day: "numeric",
    }),
);
const weekSpan = whenUsed(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }));
const clock = whenUsed(() => new Intl.DateTimeFormat(undefined, { timeStyle: "short" }));

/** Hours as timesheets show them, with 1 decimal: "8.0". */
export function formatWorked(hours: number): string {
  return hours.toFixed(1);
}

/** "Mon" */
export const formatWeekday = (day: string): string => weekday().format(parseISO(day));

/** "Jul 14" */
export const formatMonthDay = (day: string): string => monthDay().format(parseISO(day));

/** "Mon, Jul 14" */
export const formatDay = (day: string): string => fullDay().format(parseISO(day));

/** "Jul 14 – 20, 2025" */
export function formatWeek(week: readonly string[]): string {
  return weekSpan().formatRange(parseISO(week[0] ?? ""), parseISO(week.at(-1) ?? ""));
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
