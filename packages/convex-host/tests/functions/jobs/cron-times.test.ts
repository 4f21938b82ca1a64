import { expect, test } from "vitest";
import type { CronSchedule } from "../../../src/functions/app/app.ts";
import { firstTime, nextTime } from "../../../src/functions/jobs/cron-times.ts";

const at = (text: string) => Date.parse(text);
const specOf = (schedule: CronSchedule, identifier = "job") => ({
  identifier,
  path: "app:run",
  args: {},
  schedule,
});

test.each<[CronSchedule, string, string]>([
  [{ type: "hourly", minuteUTC: 15 }, "2025-03-01T10:15:00Z", "2025-03-01T11:15:00Z"],
  [{ type: "daily", hourUTC: 4, minuteUTC: 30 }, "2025-03-01T04:29:59Z", "2025-03-01T04:30:00Z"],
  [{ type: "daily", hourUTC: 4, minuteUTC: 30 }, "2025-03-30T04:30:00Z", "2025-03-31T04:30:00Z"],
  [
    { type: "weekly", dayOfWeek: "monday", hourUTC: 0, minuteUTC: 0 },
    "2025-03-01T00:00:00Z",
    "2025-03-03T00:00:00Z",
  ],
  [
    { type: "weekly", dayOfWeek: "sunday", hourUTC: 9, minuteUTC: 0 },
    "2025-03-01T00:00:00Z",
    "2025-03-02T09:00:00Z",
  ],
  [
    { type: "monthly", day: 31, hourUTC: 1, minuteUTC: 0 },
    "2025-03-31T01:00:00Z",
    "2025-05-31T01:00:00Z",
  ],
  [{ type: "cron", cron: "*/20 6 * * 1-5" }, "2025-02-28T06:40:00Z", "2025-03-03T06:00:00Z"],
])("%o follows %s with %s [J11]", (schedule, now, next) => {
  expect(nextTime(specOf(schedule), at(now), at(now))).toBe(at(next));
  expect(firstTime(specOf(schedule), at(now))).toBe(at(next));
});

test("a minute left out is chosen by the name and stays [J11]", () => {
  const now = at("2025-03-01T00:00:00Z");
  const minuteFor = (identifier: string) => {
    const next = nextTime(specOf({ type: "hourly" }, identifier), now, now) ?? 0;
    return new Date(next).getUTCMinutes();
  };
  const names = Array.from({ length: 40 }, (_, index) => `job ${index}`);

  expect(names.map(minuteFor)).toEqual(names.map(minuteFor));
  expect(new Set(names.map(minuteFor)).size).toBeGreaterThan(15);
});

test.each<[CronSchedule, number]>([
  [{ type: "interval", seconds: 30 }, 30_000],
  [{ type: "interval", minutes: 5 }, 300_000],
  [{ type: "interval", hours: 2 }, 7_200_000],
])("%o runs first at once, then in steps from its scheduled time [J12]", (schedule, step) => {
  const start = at("2025-03-01T00:00:00Z");

  expect(firstTime(specOf(schedule), start)).toBe(start);
  expect(nextTime(specOf(schedule), start, start + 10)).toBe(start + step);
});

test("times that were missed are skipped [J13]", () => {
  const start = at("2025-03-01T00:00:00Z");
  const interval = specOf({ type: "interval", minutes: 1 });

  expect(nextTime(interval, start, start + 150_000)).toBe(start + 180_000);
  expect(nextTime(interval, start, start + 180_000)).toBe(start + 240_000);
});
