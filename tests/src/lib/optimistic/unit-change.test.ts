import { expect, test } from "vitest";
import { changeUnit } from "../../../../src/lib/optimistic/unit-change.ts";
import { turnLine } from "../../../../src/lib/units/turn-line.ts";
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

test("a unit that is blocked here says at once for what it waits, and no more once it is unblocked [BLOCK-03] [TURN-09] [GEN-03]", () => {
  const act = { now, timeZone: "UTC" };
  const open = unitOf({ readyByDate: "2026-03-20T12:00:00.000Z" });
  const blocked = changeUnit(open, { blockedReason: "parts" }, act);

  expect(turnLine(blocked)?.text).toBe("At risk: waiting for parts");
  const other = changeUnit(blocked, { blockedReason: "access" }, act);
  expect(turnLine(other)?.text).toBe("At risk: waiting for access");
  expect(turnLine(changeUnit(other, { blockedReason: null }, act))?.text).toBe("Ready in 10 days");
});

test("a unit that is unblocked while tasks of it wait says that it is blocked [BLOCK-03] [TURN-09]", () => {
  const unit = unitOf({ waitingFor: "vendor", readyByDate: "2026-03-20T12:00:00.000Z" });
  const waiting = { ...unit, turn: { ...unit.turn, blockedTasks: 1 } };
  const act = { now, timeZone: "UTC" };
  const blocked = changeUnit(waiting, { blockedReason: "parts" }, act);

  expect(turnLine(blocked)?.text).toBe("At risk: waiting for parts");
  expect(turnLine(changeUnit(blocked, { blockedReason: null }, act))?.text).toBe(
    "At risk: blocked",
  );
  // A change of another field leaves the reason of the tasks.
  expect(changeUnit(waiting, { monthlyRent: 900 }, act).waitingFor).toBe("vendor");
});
