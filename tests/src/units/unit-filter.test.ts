import { expect, test } from "vitest";
import {
  countByUnitFilter,
  filterUnits,
  taskProgress,
} from "../../../src/features/units/unit-filter.ts";
import { unitOf } from "../support/records.ts";

const units = [
  unitOf({ id: "a", status: "not_started" }),
  unitOf({ id: "b", status: "in_progress" }),
  unitOf({ id: "c", status: "completed" }),
  unitOf({ id: "d", status: "completed" }),
  unitOf({ id: "e", status: "on_hold" }),
];

test("each filter counts the units of its status [UNIT-02]", () => {
  expect(countByUnitFilter(units)).toEqual({
    all: 5,
    not_started: 1,
    in_progress: 1,
    completed: 2,
  });
});

test("a unit on hold is shown under all only [UNIT-16]", () => {
  const shown = (["not_started", "in_progress", "completed"] as const).flatMap((filter) =>
    filterUnits(units, filter).map((unit) => unit.id),
  );
  expect(shown).toEqual(["a", "b", "c", "d"]);
  expect(filterUnits(units, "all")).toHaveLength(5);
});

test.each([
  [0, 0, 0],
  [1, 3, 33],
  [2, 3, 67],
  [3, 3, 100],
])("%i of %i tasks complete is %i percent [UNIT-04]", (completedTasks, totalTasks, percent) => {
  expect(taskProgress(unitOf({ completedTasks, totalTasks }))).toBe(percent);
});
