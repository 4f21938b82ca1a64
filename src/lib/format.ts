import { formatISO, isSameDay } from "date-fns";
import { dateFormat } from "./date-format.ts";
import { whenUsed } from "./when-used.ts";

// The browser's own language and clock: a calendar day is shown as the viewer's local date.
const dayFormat = dateFormat({ dateStyle: "medium" });
const shortDayFormat = dateFormat({ month: "short", day: "numeric" });
const weekdayFormat = dateFormat({ weekday: "long", month: "long", day: "numeric" });
const dateTimeFormat = dateFormat({
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const timeFormat = dateFormat({ hour: "numeric", minute: "2-digit" });
const momentFormat = dateFormat({ dateStyle: "medium", timeStyle: "medium" });

const HALF_YEAR_MS = 183 * 86_400_000;

const pickedDay = /^\d{4}-\d{2}-\d{2}(T12:00:00\.000Z)?$/;

/**
 * The local day that a date means. A picked day is stored as noon UTC, and stays that day in zones in which noon UTC is
 * already the next day.
 */
export function localDay(iso: string): Date {
  const isPicked = pickedDay.test(iso);
  return new Date(isPicked ? `${iso.slice(0, 10)}T00:00` : iso);
}

/** A date as the viewer's local day, such as "Jul 14, 2025"; null for no date. */
export function formatDate(iso: string): string;
export function formatDate(iso: string | null): string | null;
export function formatDate(iso: string | null): string | null {
  return iso === null ? null : dayFormat().format(localDay(iso));
}

/**
 * The range from the first to the last day, each given as a local time in ms, such as "Jul 14, 2025" or "Jul 7 – 14,
 * 2025".
 */
export function formatDays(first: number, last: number): string {
  return dayFormat().formatRange(first, last);
}

/**
 * A date in short form, such as "Jul 14". The year is added when it is another one and the date is more than half a
 * year away.
 */
export function formatShortDate(iso: string, now = Date.now()): string {
  const day = localDay(iso);
  const isNear =
    day.getFullYear() === new Date(now).getFullYear() ||
    Math.abs(day.getTime() - now) < HALF_YEAR_MS;
  return (isNear ? shortDayFormat : dayFormat)().format(day);
}

/** A date as a day of the week, such as "Monday, July 14". */
export function formatWeekday(iso: string): string {
  return weekdayFormat().format(localDay(iso));
}

/** An instant as a short local date-time, such as "Jul 14, 9:30 AM". */
export function formatDateTime(iso: string): string {
  return dateTimeFormat().format(new Date(iso));
}

/** An instant as a local time of the day, such as "9:30 AM". */
export function formatTime(iso: string): string {
  return timeFormat().format(new Date(iso));
}

/** A time in ms up to which a value was known, such as "9:30 AM"; with its date when that is not today. */
export function formatAsOf(ms: number, now = Date.now()): string {
  return isSameDay(ms, now) ? timeFormat().format(ms) : dateTimeFormat().format(ms);
}

/** The format of moments, which a list of them makes before it is there. */
export const formatsOfMoments = [momentFormat];

/** An instant as a local date-time with its year and seconds, such as "Jul 14, 2025, 9:30:12 AM". */
export function formatMoment(iso: string): string {
  return momentFormat().format(new Date(iso));
}

/** The calendar day of a local date in the form of the HTTP API: "2025-07-14". */
export function dateToDay(date: Date): string {
  return formatISO(date, { representation: "date" });
}

/** The calendar day ("2025-07-14") that a stored date means in the viewer's zone. */
export function dayOf(iso: string): string {
  return dateToDay(localDay(iso));
}

/** Hours in their shortest form: "4h", "2.5h", "0.25h". */
export function formatHours(hours: number): string {
  return `${String(Math.round(hours * 100) / 100)}h`;
}

const moneyFormat = whenUsed(
  () => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }),
);

/** Dollars and cents, such as "$1,250.00". */
export function formatMoney(dollars: number): string {
  return moneyFormat().format(dollars);
}

/** A share as a whole percent, such as "67%". */
export function formatPercent(percent: number): string {
  return `${String(Math.round(percent))}%`;
}

/** A count with its word: "1 member", "0 members". */
export function formatCount(count: number, word: string, plural = `${word}s`): string {
  return `${String(count)} ${count === 1 ? word : plural}`;
}

type PersonName = { firstName: string | null; lastName: string | null; email: string | null };

/** A person's full name, or the email address when no name is known. */
export function fullName({ firstName, lastName, email }: PersonName): string {
  const name = [firstName, lastName].filter((part) => part !== null && part !== "").join(" ");
  return name === "" ? (email ?? "Unknown") : name;
}

/** The first letters of the first and last word of a name, at most two. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase() ?? "").join("");
}
