import { TZDate } from "@date-fns/tz";
import { dayMs, utcDay } from "../../lib/dates.ts";
import { companyTimeZone } from "../context/company.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { dayAround, readToday } from "../context/today.ts";

const hourMs = 3_600_000;

/** A time range: `from` is inclusive, `to` is exclusive, both in milliseconds since the epoch. */
export type Period = { from: number; to: number };

/** The scope of an analytics report. */
export type Scope = {
  current: Period;
  /** The preceding period of equal length; null for the whole history. */
  preceding: Period | null;
  /** The moment from which due dates are not past. */
  dueFrom: number;
  /** The number of the calendar day after today. */
  tomorrow: number;
  /** The moments from which dates belong to the company day of a stored date, and to the next day. */
  dayOf: (moment: number) => { start: number; end: number };
};

/** The scope of the last `days` times 24 hours until now; without `days`, of the whole history. */
export async function readScope(ctx: QueryCtx, days: number | undefined): Promise<Scope> {
  // The clock alone would not refresh a live answer. Reading the marker makes the query run again every hour.
  await ctx.db.query("hourMarkers").first();
  const now = Date.now();
  const timeZone = companyTimeZone();
  const { startOfDay, dueFrom } = await readToday(ctx);
  const tomorrow = calendarDay(startOfDay, timeZone) + 1;
  const from = days === undefined ? -Infinity : now - days * dayMs;
  return {
    // A record dated today belongs to the period at any hour, though a picked day is kept as its noon.
    current: { from, to: days === undefined ? Infinity : Math.max(now + 1, tomorrow * dayMs) },
    preceding: days === undefined ? null : { from: from - days * dayMs, to: from },
    dueFrom,
    tomorrow,
    dayOf: rememberedDays(timeZone),
  };
}

/** Moves the hour marker to the current hour; writes only when the hour has changed. */
export async function advanceHour(ctx: MutationCtx, now: number): Promise<void> {
  const hour = Math.floor(now / hourMs);
  const marker = await ctx.db.query("hourMarkers").first();
  if (marker === null) await ctx.db.insert("hourMarkers", { hour });
  else if (marker.hour !== hour) await ctx.db.patch("hourMarkers", marker._id, { hour });
}

/** True when an instant lies in a period. */
export function isIn(moment: number | undefined, { from, to }: Period): boolean {
  return moment !== undefined && moment >= from && moment < to;
}

/** The calendar days (as numbers) from Monday to Friday whose noon lies in the period. */
export function workingDays({ from, to }: Period): Set<number> {
  const days = new Set<number>();
  const noon = dayMs / 2;
  for (let day = Math.ceil((from - noon) / dayMs); day * dayMs + noon < to; day++) {
    if (isWorkingDay(day)) days.add(day);
  }
  return days;
}

/** Day 0 was a Thursday. */
function isWorkingDay(day: number): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday >= 1 && weekday <= 5;
}

/** The calendar day number of an instant that is the start of a day in the time zone. */
function calendarDay(startOfDay: number, timeZone: string): number {
  const local = new TZDate(startOfDay, timeZone);
  return utcDay(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()));
}

/**
 * A cached `dayAround`: the same few due dates are asked for thousands of times, and calendar arithmetic in a time zone
 * is slow.
 */
function rememberedDays(timeZone: string): Scope["dayOf"] {
  const dayByMoment = new Map<number, { start: number; end: number }>();
  return (moment) => {
    const day = dayByMoment.get(moment) ?? dayAround(moment, timeZone);
    dayByMoment.set(moment, day);
    return day;
  };
}
