import { addDays, addWeeks, isValid, parseISO, startOfISOWeek } from "date-fns";
import { dateToDay } from "../../../lib/format.ts";
import { weekRangeFrom } from "../../../lib/week-range.ts";

/** The days of a week, each as "YYYY-MM-DD", Monday first. */
export type Week = readonly string[];

/** The current calendar day in the viewer's zone. */
export function todayHere(): string {
  return dateToDay(new Date());
}

/** The Monday on or before a day. */
export function mondayOf(day: string): string {
  return dateToDay(startOfISOWeek(parseISO(day)));
}

/** The Monday of the week that contains the given day; undefined for a text that is no day. */
export function parseWeek(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text)) ? mondayOf(text) : undefined;
}

/** The seven days from a Monday on. */
export function weekFrom(monday: string): Week {
  const start = parseISO(monday);
  return Array.from({ length: 7 }, (_, at) => dateToDay(addDays(start, at)));
}

/** The Monday a number of weeks later. */
export function shiftWeek(monday: string, weeks: number): string {
  return dateToDay(addWeeks(parseISO(monday), weeks));
}

/** The range of instants that contains every date of a week, in the viewer's zone. */
export function weekRange(monday: string): { from: string; to: string } {
  return weekRangeFrom(parseISO(monday));
}

/** True for the columns of Saturday and Sunday, counted from Monday as 0. */
export function isWeekend(column: number): boolean {
  return column > 4;
}
