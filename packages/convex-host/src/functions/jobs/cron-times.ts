import { createHash } from "node:crypto";
import { Cron } from "croner";
import type { CronSchedule, CronSpec, DayOfWeek } from "../app/app.ts";

const dayNumber = {
  sunday: 0,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
} as const satisfies Record<DayOfWeek, number>;

/** Returns the first time of a job that has never run: now for an interval, the next match for the others. */
export function firstTime(spec: CronSpec, nowMs: number): number | null {
  return intervalMs(spec.schedule) === null ? nextTime(spec, nowMs, nowMs) : nowMs;
}

/**
 * The first time after now that follows `lastMs`; times in between are skipped. Null when the schedule has no more
 * times.
 */
export function nextTime(spec: CronSpec, lastMs: number, nowMs: number): number | null {
  const interval = intervalMs(spec.schedule);
  if (interval !== null) {
    const steps = Math.max(1, Math.floor((nowMs - lastMs) / interval) + 1);
    return lastMs + steps * interval;
  }
  const after = new Date(Math.max(lastMs, nowMs));
  const pattern = new Cron(patternOf(spec), { timezone: "UTC", paused: true });
  return pattern.nextRun(after)?.getTime() ?? null;
}

/** The milliseconds between two runs of an interval; null for times of the calendar. */
export function intervalMs(schedule: CronSchedule): number | null {
  if (schedule.type !== "interval") return null;
  const { seconds = 0, minutes = 0, hours = 0 } = schedule;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

function patternOf({ identifier, schedule }: CronSpec): string {
  switch (schedule.type) {
    case "hourly":
      return `${minuteOf(schedule, identifier)} * * * *`;
    case "daily":
      return `${minuteOf(schedule, identifier)} ${schedule.hourUTC} * * *`;
    case "weekly":
      return `${minuteOf(schedule, identifier)} ${schedule.hourUTC} * * ${dayNumber[schedule.dayOfWeek]}`;
    case "monthly":
      return `${minuteOf(schedule, identifier)} ${schedule.hourUTC} ${schedule.day} * *`;
    case "cron":
      return schedule.cron;
    case "interval":
      throw new Error("An interval has no pattern.");
  }
}

/**
 * The minute of a schedule. A missing one is computed from the job's name: the same at every start, spread over the
 * hour.
 */
function minuteOf({ minuteUTC }: { minuteUTC?: number }, identifier: string): number {
  return minuteUTC ?? createHash("sha256").update(identifier).digest().readUInt32BE() % 60;
}
