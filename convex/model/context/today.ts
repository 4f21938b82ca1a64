import { tz } from "@date-fns/tz";
import { addDays, addWeeks, startOfDay, startOfWeek } from "date-fns";
import { dayAt, utcDay } from "../../lib/dates.ts";
import { datesFrom, firstDayAfter } from "../../rules/calendar.ts";
import { companyTimeZone } from "./company.ts";
import type { MutationCtx, QueryCtx } from "./context.ts";
import { readOnce } from "./rememberedReads.ts";

/** The number of days after today within which a due task is in jeopardy. */
const jeopardyDays = 2;

/** The company's current day. All times are milliseconds since the epoch; ends are exclusive. */
export type Today = {
  /** The calendar day number, counted from 1970-01-01. */
  day: number;
  timeZone: string;
  startOfDay: number;
  /** The moment from which due dates are not past. */
  dueFrom: number;
  /** The moment from which dates belong to this week. */
  weekStart: number;
  weekEnd: number;
  jeopardyEnd: number;
};

/** The company day that contains an instant, in the given time zone. */
export function todayAt(now: number, timeZone: string): Today {
  const isLast = last?.timeZone === timeZone && now >= last.today.startOfDay && now < last.endOfDay;
  if (last === null || !isLast) last = computeDay(now, timeZone);
  return last.today;
}

// Cached, because nearly every query asks for the same day and calendar arithmetic in a time zone is slow.
let last: Day | null = null;

type Day = { timeZone: string; endOfDay: number; today: Today };

/** The moments from which dates belong to the day of a stored date (`start`), and to the next day (`end`). */
export function dayAround(date: number, timeZone: string): { start: number; end: number } {
  const zone = { in: tz(timeZone) };
  const daysOff = firstDayAfter(timeZone, date) - 1 - dayAt(timeZone, date);
  const day = addDays(startOfDay(date, zone), daysOff, zone);
  return { start: datesFrom(day), end: datesFrom(addDays(day, 1, zone)) };
}

function computeDay(now: number, timeZone: string): Day {
  const zone = { in: tz(timeZone) };
  const day = startOfDay(now, zone);
  const week = startOfWeek(day, { ...zone, weekStartsOn: 1 });
  return {
    timeZone,
    endOfDay: addDays(day, 1, zone).getTime(),
    today: {
      day: utcDay(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())),
      timeZone,
      startOfDay: day.getTime(),
      dueFrom: datesFrom(day),
      weekStart: datesFrom(week),
      weekEnd: datesFrom(addWeeks(week, 1, zone)),
      jeopardyEnd: datesFrom(addDays(day, jeopardyDays + 1, zone)),
    },
  };
}

/** The company's current day, from a stored marker: a query that reads it runs again when the day changes. */
export async function readToday(ctx: QueryCtx): Promise<Today> {
  const timeZone = companyTimeZone();
  const marker = await readOnce(ctx, "dayMarkers", () => ctx.db.query("dayMarkers").first());
  // Without a valid marker (before the first run of the cron, or after a change of the time zone) the clock decides.
  const moment = marker?.timeZone === timeZone ? marker.startOfDay : Date.now();
  return todayAt(moment, timeZone);
}

/** Moves the marker to the current day; writes only when the day has changed. */
export async function advanceToday(ctx: MutationCtx, now: number): Promise<void> {
  const timeZone = companyTimeZone();
  const marker = await ctx.db.query("dayMarkers").first();
  const next = { startOfDay: todayAt(now, timeZone).startOfDay, timeZone };
  if (marker === null) await ctx.db.insert("dayMarkers", next);
  else if (marker.startOfDay !== next.startOfDay || marker.timeZone !== timeZone) {
    await ctx.db.patch("dayMarkers", marker._id, next);
  }
}
