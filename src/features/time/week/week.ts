import { addDays, addWeeks, isValid, parseISO, startOfISOWeek } from "date-fns";
import { dateToDay } from "../../../lib/format.ts";
import { weekRangeFrom } from "../../../lib/week-range.ts";

/** The days of a week, each as "YYYY-MM-DD", Monday first. */
export type Week = readonly string[];

/** The viewer's calendar day of now. */
export function todayHere(): string {
  return dateToDay(new Date());
}

/** The Monday on or before a day. */
export function mondayOf(day: string): string {
  return dateToDay(startOfISOWeek(parseISO(day)));
}

/** The Monday of the week that an address names; undefined when it names none. */
export function parseWeek(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text)) ? mondayOf(text) : undefined;
}

/** The seven days from a Monday on. */
export function weekFrom(monday: string): Week {
  const start = parseISO(monday);
  return Array.from({ length: 7 }, (_, at) => dateToDay(addDays(start, at)));
}

/** The Monday so many weeks later. */
export function shiftWeek(monday: string, weeks: number): string {
  return dateToDay(addWeeks(parseISO(monday), weeks));
}

/** The moments between which every date of a week lies, as the viewer counts days. */
export function weekRange(monday: string): { from: string; to: string } {
  return weekRangeFrom(parseISO(monday));
}

/** True when a day is a Saturday or a Sunday, by its place in the week. */
export function isWeekend(column: number): boolean {
  return column > 4;
}
