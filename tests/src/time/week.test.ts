import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timesheetSearch } from "../../../src/features/time/week/timesheet-search.ts";
import {
  isWeekend,
  mondayOf,
  parseWeek,
  shiftWeek,
  todayHere,
  weekFrom,
  weekRange,
} from "../../../src/features/time/week/week.ts";
import { dayOf } from "../../../src/lib/format.ts";

const zones = ["Pacific/Niue", "America/New_York", "UTC", "Asia/Kolkata", "Pacific/Kiritimati"];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a week is seven days from Monday to Sunday [TIME-03]", () => {
  expect(weekFrom("2025-07-14")).toEqual(
    [14, 15, 16, 17, 18, 19, 20].map((date) => `2025-07-${String(date)}`),
  );
  expect(mondayOf("2025-07-20")).toBe("2025-07-14");
  expect(mondayOf("2025-07-14")).toBe("2025-07-14");
  expect(mondayOf("2025-01-01")).toBe("2024-12-30");
});

test("Saturday and Sunday are the weekend [TIME-06]", () => {
  expect([0, 1, 2, 3, 4, 5, 6].filter(isWeekend)).toEqual([5, 6]);
});

test.each(zones)("weeks follow each other in %s, also where clocks change [TIME-04]", (zone) => {
  vi.stubEnv("TZ", zone);

  let monday = "2025-01-06";
  const seen = new Set<string>();
  for (let week = 0; week < 52; week++) {
    for (const day of weekFrom(monday)) seen.add(day);
    expect(shiftWeek(shiftWeek(monday, 1), -1)).toBe(monday);
    monday = shiftWeek(monday, 1);
  }

  expect(monday).toBe("2026-01-05");
  expect(seen.size).toBe(364);
});

test.each(zones)("the day picked is the day shown in %s [OP-30]", async (zone) => {
  vi.stubEnv("TZ", zone);
  // Formatters keep the time zone in which they were made.
  vi.resetModules();
  const { formatDate } = await import("../../../src/lib/format.ts");

  expect(dayOf("2025-07-14T12:00:00.000Z")).toBe("2025-07-14");
  expect(formatDate("2025-07-14T12:00:00.000Z")).toBe("Jul 14, 2025");
});

test("any other moment is on the viewer's day [OP-30]", () => {
  vi.stubEnv("TZ", "Pacific/Kiritimati");
  expect(dayOf("2025-07-14T11:00:00.000Z")).toBe("2025-07-15");
  vi.stubEnv("TZ", "Pacific/Niue");
  expect(dayOf("2025-07-14T10:00:00.000Z")).toBe("2025-07-13");
});

test.each(zones)("a week is asked for with all its days and no other in %s [TIME-04]", (zone) => {
  vi.stubEnv("TZ", zone);
  const { from, to } = weekRange("2025-07-14");
  const picked = (day: number) => new Date(Date.UTC(2025, 6, day, 12)).toISOString();

  for (const day of [14, 15, 16, 17, 18, 19, 20]) {
    expect(picked(day) >= from && picked(day) <= to).toBe(true);
  }
  expect(new Date(2025, 6, 14, 0, 0).toISOString() >= from).toBe(true);
  expect(new Date(2025, 6, 20, 23, 59).toISOString() <= to).toBe(true);
  expect(picked(21) > to).toBe(true);
  expect(picked(12) < from).toBe(true);
});

test.each([
  ["Pacific/Kiritimati", "2025-07-15"],
  ["America/Los_Angeles", "2025-07-14"],
  ["Pacific/Niue", "2025-07-13"],
])("at one moment today in %s is %s [TIME-05, OP-36]", (zone, day) => {
  vi.stubEnv("TZ", zone);
  vi.setSystemTime("2025-07-14T10:30:00Z");

  expect(todayHere()).toBe(day);
});

test("an address names a week by any of its days, and nothing else [TIME-04]", () => {
  expect(timesheetSearch({ week: "2025-07-17" })).toEqual({ week: "2025-07-14" });
  for (const week of ["2025-02-30", "2025-7-1", "soon", "", 5, null, ["2025-07-14"]]) {
    expect(timesheetSearch({ week }).week).toBeUndefined();
  }
  expect(parseWeek("2025-07-20")).toBe("2025-07-14");
  expect(timesheetSearch({ add: "2025-07-17", person: "a", entry: 5 })).toEqual({
    ...{ add: "2025-07-17", person: "a" },
  });
});
