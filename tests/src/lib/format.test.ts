import { expect, test } from "vitest";
import {
  dateToDay,
  formatCount,
  formatDate,
  formatDateTime,
  formatHours,
  formatPercent,
  formatShortDate,
  fullName,
  initials,
} from "../../../src/lib/format.ts";

test("a date is shown as the viewer's local day, no date as nothing [PROJ-08]", () => {
  const picked = new Date(2025, 6, 14, 23, 30);
  expect(formatDate(picked.toISOString())).toBe(
    new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(picked),
  );
  expect(formatDate(null)).toBeNull();
});

test("a short date has its year where it could be taken for a day of this time [TURN-09, BOARD-02]", () => {
  const today = new Date(2026, 10, 26).getTime();
  const days = ["2026-01-01", "2027-01-01", "2025-12-31", "2000-01-01", "9999-12-31"];
  expect(days.map((day) => formatShortDate(day, today))).toEqual([
    "Jan 1",
    "Jan 1",
    "Dec 31, 2025",
    "Jan 1, 2000",
    "Dec 31, 9999",
  ]);
});

test("a picked day is sent as the local calendar day, at any hour", () => {
  expect(dateToDay(new Date(2025, 6, 4, 0, 0))).toBe("2025-07-04");
  expect(dateToDay(new Date(2025, 6, 4, 23, 59))).toBe("2025-07-04");
});

test("a moment is shown as a short date and time [DASH-16]", () => {
  const moment = formatDateTime(new Date(2026, 2, 2, 9, 5).toISOString());
  expect(moment.replaceAll(/\s/gu, " ")).toBe("Mar 2, 9:05 AM");
});

test("hours are as short as they can be [ASSIGN-03]", () => {
  expect([4, 2.5, 0.25, 1.005].map(formatHours)).toEqual(["4h", "2.5h", "0.25h", "1h"]);
});

test("a percent is rounded [UNIT-04]", () => {
  expect([100 / 3, 200 / 3, 0].map(formatPercent)).toEqual(["33%", "67%", "0%"]);
});

test("a count has its word in the singular or the plural [PROJ-10]", () => {
  expect([0, 1, 2].map((count) => formatCount(count, "member"))).toEqual([
    "0 members",
    "1 member",
    "2 members",
  ]);
});

test("a person without a name is called by the email address [SHELL-21]", () => {
  expect(fullName({ firstName: "Ada", lastName: "Lovelace", email: null })).toBe("Ada Lovelace");
  expect(fullName({ firstName: null, lastName: "", email: "ada@x.test" })).toBe("ada@x.test");
});

test.each([
  ["Ada Lovelace", "AL"],
  ["Ada King Countess of Lovelace", "AL"],
  ["ada", "A"],
  ["ada@x.test", "A"],
  ["  élise  ørsted ", "ÉØ"],
])("the initials of %j are %s [SHELL-20]", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
