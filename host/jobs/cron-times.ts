import { createHash } from "node:crypto";
import { Cron } from "croner";
import type { CronSpec } from "../app/app.ts";
import type { JsonObject } from "../values/json.ts";

const dayNumber = {
  sunday: 0,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
} as const;

/** When a job that has never run runs first: an interval at once, the others at their next time. */
export function firstTime(spec: CronSpec, nowMs: number): number | null {
  return intervalMs(spec.schedule) === null ? nextTime(spec, nowMs, nowMs) : nowMs;
}

/** The first time after now that follows `lastMs`; what lies between was missed. Null when there is none any more. */
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

function intervalMs(schedule: JsonObject): number | null {
  if (schedule["type"] !== "interval") return null;
  const { seconds = 0, minutes = 0, hours = 0 } = schedule as Record<string, number>;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

function patternOf({ identifier, schedule }: CronSpec): string {
  const { type, hourUTC, dayOfWeek, day, cron } = schedule;
  const minute = schedule["minuteUTC"] ?? minuteFor(identifier);
  switch (type) {
    case "hourly":
      return `${String(minute)} * * * *`;
    case "daily":
      return `${String(minute)} ${String(hourUTC)} * * *`;
    case "weekly":
      return `${String(minute)} ${String(hourUTC)} * * ${dayNumber[dayOfWeek as keyof typeof dayNumber]}`;
    case "monthly":
      return `${String(minute)} ${String(hourUTC)} ${String(day)} * *`;
    case "cron":
      return String(cron);
    default:
      throw new Error(`The cron job "${identifier}" has an unknown schedule: ${String(type)}.`);
  }
}

/** A minute left open is chosen by the job's name: the same at every start, spread over the hour. */
function minuteFor(identifier: string): number {
  return createHash("sha256").update(identifier).digest().readUInt32BE() % 60;
}
