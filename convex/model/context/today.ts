import { tz } from "@date-fns/tz";
import { addDays, addWeeks, startOfDay, startOfWeek } from "date-fns";
import { utcDay } from "../../lib/dates.ts";
import { companyTimeZone } from "./company.ts";
import type { MutationCtx, QueryCtx } from "./context.ts";
import { readOnce } from "./rememberedReads.ts";

/** Tasks due up to this many days after today are in jeopardy. */
const jeopardyDays = 2;

/** The company's current day; all moments are epoch milliseconds, ends are exclusive. */
export type Today = {
  /** The number of the calendar day, counted from 1970-01-01 on. */
  day: number;
  timeZone: string;
  startOfDay: number;
  weekStart: number;
  weekEnd: number;
  jeopardyEnd: number;
};

/** The company day that contains a moment, in the given time zone. */
export function todayAt(now: number, timeZone: string): Today {
  const isLast = last?.timeZone === timeZone && now >= last.today.startOfDay && now < last.endOfDay;
  if (last === null || !isLast) last = computeDay(now, timeZone);
  return last.today;
}

// Nearly every query asks for the same day, and calendar arithmetic in a time zone is slow.
let last: Day | null = null;

type Day = { timeZone: string; endOfDay: number; today: Today };

/** The day of a moment in the given time zone; its end is exclusive. */
export function dayAround(moment: number, timeZone: string): { start: number; end: number } {
  const zone = { in: tz(timeZone) };
  const day = startOfDay(moment, zone);
  return { start: day.getTime(), end: addDays(day, 1, zone).getTime() };
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
      weekStart: week.getTime(),
      weekEnd: addWeeks(week, 1, zone).getTime(),
      jeopardyEnd: addDays(day, jeopardyDays + 1, zone).getTime(),
    },
  };
}

/** The company's current day by the stored marker, so that whoever reads it runs again when the day changes. */
export async function readToday(ctx: QueryCtx): Promise<Today> {
  const timeZone = companyTimeZone();
  const marker = await readOnce(ctx, "dayMarkers", () => ctx.db.query("dayMarkers").first());
  // Without a marker in force (before the first tick of the cron) the clock is the best there is.
  const moment = marker?.timeZone === timeZone ? marker.startOfDay : Date.now();
  return todayAt(moment, timeZone);
}

/** Moves the marker to the day of now; writes only when it has changed. */
export async function advanceToday(ctx: MutationCtx, now: number): Promise<void> {
  const timeZone = companyTimeZone();
  const marker = await ctx.db.query("dayMarkers").first();
  const next = { startOfDay: todayAt(now, timeZone).startOfDay, timeZone };
  if (marker === null) await ctx.db.insert("dayMarkers", next);
  else if (marker.startOfDay !== next.startOfDay || marker.timeZone !== timeZone) {
    await ctx.db.patch("dayMarkers", marker._id, next);
  }
}
