import { TZDate } from "@date-fns/tz";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayAround, todayAt } from "../../../convex/model/context/today.ts";

const hourMs = 3_600_000;
const day = 24 * hourMs;
const zones = ["UTC", "America/New_York", "Pacific/Auckland", "Asia/Kolkata"];

test("whatever was asked before, a moment lies in its own day of the time zone [OP-28]", () => {
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (now, zone) => {
      const { startOfDay, weekStart } = todayAt(now, zone);

      const local = new TZDate(now, zone);
      const midnight = new TZDate(startOfDay, zone);
      expect(midnight.getDate()).toBe(local.getDate());
      expect([midnight.getHours(), midnight.getMinutes()]).toEqual([0, 0]);
      expect(now - startOfDay).toBeGreaterThanOrEqual(0);
      expect(now - startOfDay).toBeLessThan(25 * hourMs);
      expect(new TZDate(weekStart, zone).getDay()).toBe(1);
    }),
    { numRuns: 2_000 },
  );
});

test("the last and the first moment of neighbouring days belong to different days, also when clocks change [OP-26] [OP-28]", () => {
  // 2026-11-01 has 25 hours in New York.
  const dayEnd = new TZDate(2026, 10, 2, "America/New_York").getTime();

  const lastMoment = todayAt(dayEnd - 1, "America/New_York").startOfDay;

  expect(dayEnd - lastMoment).toBe(25 * hourMs);
  expect(todayAt(dayEnd, "America/New_York").startOfDay).toBe(dayEnd);
  expect(todayAt(dayEnd - 1, "America/New_York").startOfDay).toBe(lastMoment);
});

test("a date lies within its own day, also where clocks are more than twelve hours ahead [OP-26] [OP-28]", () => {
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  const ahead = ["Pacific/Tongatapu", "Pacific/Kiritimati", "Pacific/Chatham"];
  fc.assert(
    fc.property(moment, fc.boolean(), fc.constantFrom(...zones, ...ahead), (at, isDay, zone) => {
      const date = isDay ? at - (at % day) + day / 2 : at;

      const { start, end } = dayAround(date, zone);

      expect(date).toBeGreaterThanOrEqual(start);
      expect(date).toBeLessThan(end);
    }),
    { numRuns: 5_000 },
  );
});
