import { expect, test } from "vitest";
import { turnLine } from "../../../../src/lib/units/turn-line.ts";
import { unitOf } from "../../support/records.ts";

type Unit = ReturnType<typeof unitOf>;

/** The line of a unit with this turn. */
function lineOf(turn: Partial<Unit["turn"]>, fields: Partial<Unit> = {}) {
  const unit = unitOf({});
  return turnLine({ ...unit, ...fields, turn: { ...unit.turn, ...turn } });
}

test.each<[string, Partial<Unit["turn"]>, Partial<Unit>]>([
  ["12 days vacant, ready in 3 days", { risk: "on_track", daysVacant: 12, daysToReadyBy: 3 }, {}],
  ["Ready today", { risk: "on_track", daysVacant: 0, daysToReadyBy: 0 }, {}],
  ["1 day vacant, move-in in 1 day", { risk: "on_track", daysVacant: 1, daysToMoveIn: 1 }, {}],
  ["Move-in in 2 days", { risk: "on_track", daysToReadyBy: 8, daysToMoveIn: 2 }, {}],
  ["Ready today", { risk: "on_track", daysToReadyBy: 0, daysToMoveIn: 0 }, {}],
  [
    "At risk: 30h of work left, move-in in 1 day",
    { risk: "at_risk", openHours: 30, daysToReadyBy: 8, daysToMoveIn: 1 },
    {},
  ],
  ["Late by 2 days", { risk: "late", daysToReadyBy: -1, daysToMoveIn: -2 }, {}],
  ["Late by 1 day", { risk: "late", daysToReadyBy: -1 }, { overdueTasks: 4 }],
  [
    "Late by 1 day, waiting for approval",
    { risk: "late", daysToReadyBy: -1 },
    { waitingFor: "approval" },
  ],
  ["At risk: waiting for parts", { risk: "at_risk" }, { waitingFor: "parts", overdueTasks: 2 }],
  ["At risk: blocked", { risk: "at_risk" }, { waitingFor: "other" }],
  ["At risk: 2 tasks overdue", { risk: "at_risk" }, { overdueTasks: 2 }],
  [
    "At risk: 30.5h of work left, ready in 2 days",
    { risk: "at_risk", openHours: 30.5, daysToReadyBy: 2 },
    {},
  ],
  [
    "5 days vacant, waiting for access",
    { risk: "no_date", daysVacant: 5 },
    { waitingFor: "access" },
  ],
  ["Turned in 9 days", { risk: "done", turnDays: 9 }, {}],
])("a unit says in one line: %s [TURN-09]", (text, turn, fields) => {
  const line = lineOf(turn, fields);

  expect(line?.text).toBe(text);
});

test("a unit that nobody has planned says nothing [TURN-09]", () => {
  expect(lineOf({ risk: "no_date" })).toBeNull();
  expect(lineOf({ risk: "no_date", daysVacant: 0 })).toBeNull();
});
