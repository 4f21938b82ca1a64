import { tzOffset } from "@date-fns/tz";
import { isValid, parseISO } from "date-fns";

const calendarDay = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
/** The length of a day of 24 hours, in milliseconds. */
export const dayMs = 86_400_000;
const noon = dayMs / 2;

/**
 * Instants between these two have a year of four digits in every time zone. The first and last day that can be picked
 * lie just outside them, so `outermostDays` allows these two.
 */
const firstMoment = Date.parse("0001-01-02T00:00:00Z");
const lastMoment = Date.parse("9999-12-31T00:00:00Z");
const outermostDays = [firstMoment - noon, lastMoment + noon];

/**
 * A sent date as epoch milliseconds: "YYYY-MM-DD" means noon UTC of that day, a date-time with offset that instant, ""
 * and null mean empty (null). Undefined when the text is none of these.
 */
export function parseDate(sent: string | null): number | null | undefined {
  const text = sent?.trim() ?? "";
  if (text === "") return null;
  if (calendarDay.test(text)) return msOf(`${text}T12:00:00.000Z`);
  return parseInstant(text);
}

/** A date-time with offset as epoch milliseconds; undefined for any other text. */
export function parseInstant(text: string): number | undefined {
  return instant.test(text) ? msOf(text) : undefined;
}

/** A stored date in its public form: an ISO 8601 text in UTC, or null when empty. */
export function toIso(ms: number): string;
export function toIso(ms: number | undefined): string | null;
export function toIso(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** The UTC calendar day of an instant as a number, for comparing two dates by day. */
export function utcDay(ms: number): number {
  return Math.floor(ms / dayMs);
}

/**
 * The day number of a stored date. A picked day is stored at 12:00 UTC; any other instant has its day in the time zone.
 */
export function dayIn(timeZone: string, ms: number): number {
  return ms % dayMs === noon ? utcDay(ms) : dayAt(timeZone, ms);
}

/** The day number of an instant in the time zone. */
export function dayAt(timeZone: string, ms: number): number {
  if (timeZone === "UTC") return utcDay(ms);
  return utcDay(ms + tzOffset(timeZone, new Date(ms)) * 60_000);
}

function msOf(text: string): number | undefined {
  const date = parseISO(text);
  const ms = date.getTime();
  const isUsual = (firstMoment <= ms && ms <= lastMoment) || outermostDays.includes(ms);
  return isValid(date) && isUsual ? ms : undefined;
}
