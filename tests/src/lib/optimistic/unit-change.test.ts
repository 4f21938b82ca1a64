import { expect, test } from "vitest";
import { changeUnit } from "../../../../src/lib/optimistic/unit-change.ts";
import { unitOf } from "../../support/records.ts";

const now = Date.parse("2026-03-10T18:30:00.000Z");
const day = "2026-03-01T12:00:00.000Z";

test("a completion date completes the unit [UNIT-13]", () => {
  expect(
    changeUnit(unitOf({}), { completionDate: "2026-03-09" }, { now, timeZone: "UTC" }),
  ).toMatchObject({
    status: "completed",
    completionDate: "2026-03-09T12:00:00.000Z",
  });
});

test("clearing the completion date puts the unit in progress [UNIT-14]", () => {
  const unit = unitOf({ status: "completed", completionDate: day });
  expect(changeUnit(unit, { completionDate: null }, { now, timeZone: "UTC" })).toMatchObject({
    status: "in_progress",
    completionDate: null,
  });
});

test("a start date puts a unit that was not started in progress [OP-25]", () => {
  expect(
    changeUnit(unitOf({}), { startDate: "2026-03-09" }, { now, timeZone: "UTC" }),
  ).toMatchObject({
    status: "in_progress",
    startDate: "2026-03-09T12:00:00.000Z",
  });
});

test("clearing the start date undoes that only while no task was begun [OP-25]", () => {
  const idle = unitOf({ status: "in_progress", startDate: day, totalTasks: 2, notStartedTasks: 2 });
  const begun = { ...idle, notStartedTasks: 1, completedTasks: 1 };
  expect(changeUnit(idle, { startDate: null }, { now, timeZone: "UTC" }).status).toBe(
    "not_started",
  );
  expect(changeUnit(begun, { startDate: null }, { now, timeZone: "UTC" })).toMatchObject({
    status: "in_progress",
    startDate: null,
  });
});
