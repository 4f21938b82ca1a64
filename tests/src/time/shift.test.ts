import { expect, test, vi } from "vitest";
import {
  changedFields,
  fieldsOf,
  newValues,
  valuesOf,
} from "../../../src/features/time/entry/entry-form-values.ts";
import { instantOf, shiftHours, shiftTimeOf } from "../../../src/features/time/entry/shift.ts";
import type { Owner } from "../../../src/features/time/week/timesheet.ts";
import { entryOf } from "../support/records.ts";

const at = (time: string, dayOffset = 0) => ({ time, dayOffset });
const shift = (date: string, start: string, end: string, endOffset = 0) => ({
  ...{ date, start: at(start), end: at(end, endOffset) },
});

const owner: Owner = {
  ...{ key: "member", teamMemberId: "member", userId: null, name: "Ana", note: "", mayAdd: true },
};
const context = { projectId: "project", owner, viewerId: "user" };

test.each([
  ["America/New_York", "2025-07-14T11:00:00.000Z"],
  ["UTC", "2025-07-14T07:00:00.000Z"],
  ["Pacific/Kiritimati", "2025-07-13T17:00:00.000Z"],
  ["Pacific/Niue", "2025-07-14T18:00:00.000Z"],
])("seven o'clock in %s is %s [OP-36, OP-30]", (zone, instant) => {
  vi.stubEnv("TZ", zone);

  expect(instantOf("2025-07-14", at("07:00"))).toBe(instant);
  expect(shiftTimeOf("2025-07-14", instant)).toEqual(at("07:00"));
});

test("no time is no instant [TIME-16]", () => {
  expect(instantOf("2025-07-14", at(""))).toBeNull();
  expect(shiftTimeOf("2025-07-14", null)).toEqual(at(""));
});

test.each([
  [
    "the proposed shift [TIME-13, TIME-14]",
    "07:00",
    "16:00",
    { state: "worked", present: 9, paid: 8 },
  ],
  ["less than the break [TIME-14]", "07:00", "07:30", { state: "worked", present: 0.5, paid: 0 }],
  ["an end before the start [OP-34]", "16:00", "07:00", { state: "reversed" }],
  ["a shift without an end [TIME-12]", "07:00", "", { state: "incomplete" }],
  ["a shift without a start [TIME-15]", "", "16:00", { state: "incomplete" }],
])("%s", (_, start, end, hours) => {
  expect(shiftHours(shift("2025-07-14", start, end))).toEqual(hours);
});

test.each([
  ["the night of spring has 7 hours", "America/New_York", "2025-03-08", 6],
  ["the night of autumn has 9 hours", "America/New_York", "2025-11-01", 8],
  ["other nights have 8 hours", "America/New_York", "2025-07-14", 7],
  ["a night without a change elsewhere", "Asia/Kolkata", "2025-03-08", 7],
])("%s, less the break [OP-34]", (_, zone, date, paid) => {
  vi.stubEnv("TZ", zone);

  expect(shiftHours(shift(date, "22:00", "06:00", 1))).toMatchObject({ paid });
});

test("a day whose clocks change at night has its usual hours by day [TIME-14]", () => {
  vi.stubEnv("TZ", "Europe/Berlin");

  for (const date of ["2025-03-30", "2025-10-26"]) {
    expect(shiftHours(shift(date, "07:00", "16:00"))).toMatchObject({ paid: 8 });
  }
});

test("a new entry is sent with the viewer's times as instants and its day as picked [TIME-09]", () => {
  vi.stubEnv("TZ", "Pacific/Kiritimati");

  const fields = fieldsOf({ ...newValues("member", "2025-07-14"), unitId: "unit" }, context);

  expect(fields).toEqual({
    ...{ projectId: "project", teamMemberId: "member", userId: "user", unitId: "unit" },
    ...{ startTime: "2025-07-13T17:00:00.000Z", endTime: "2025-07-14T02:00:00.000Z" },
    ...{ date: "2025-07-14", description: "" },
  });
});

test("an entry from the other end of the world keeps its day and its instants [OP-36]", () => {
  // The entry was recorded in Honolulu, 7:00 to 16:00 on Monday; on Kiritimati that is Tuesday, 7:00 to 16:00.
  const entry = entryOf({
    ...{ date: "2025-07-14T12:00:00.000Z", startTime: "2025-07-14T17:00:00.000Z" },
    ...{ endTime: "2025-07-15T02:00:00.000Z", totalHours: "8.00" },
  });
  vi.stubEnv("TZ", "Pacific/Kiritimati");
  const initial = valuesOf(entry);
  expect(initial).toMatchObject({
    ...{ date: "2025-07-14", start: at("07:00", 1), end: at("16:00", 1) },
  });

  const described = { ...initial, description: "Walls" };
  expect(changed(described, initial)).toEqual({ description: "Walls" });
  const longer = { ...initial, end: { ...initial.end, time: "17:30" } };
  expect(changed(longer, initial)).toEqual({ endTime: "2025-07-15T03:30:00.000Z" });
  const nextDay = { ...initial, date: "2025-07-15" };
  expect(changed(nextDay, initial)).toEqual({
    ...{ date: "2025-07-15", startTime: "2025-07-15T17:00:00.000Z" },
    endTime: "2025-07-16T02:00:00.000Z",
  });
});

test("giving an entry to oneself takes its member off [TIME-09]", () => {
  const initial = valuesOf(entryOf({ teamMemberId: "member" }));
  const self = { ...owner, key: "user:user", teamMemberId: null, userId: "user" };
  const values = { ...initial, person: self.key };

  const fields = fieldsOf(values, { ...context, owner: self });

  expect(changedFields(fields, { values, initial })).toEqual({
    ...{ teamMemberId: null, userId: "user" },
  });
});

function changed(values: ReturnType<typeof valuesOf>, initial: ReturnType<typeof valuesOf>) {
  return changedFields(fieldsOf(values, context), { values, initial });
}
