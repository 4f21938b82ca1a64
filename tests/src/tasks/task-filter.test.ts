import { expect, test } from "vitest";
import { countByFilter, filterTasks } from "../../../src/features/tasks/task-filter.ts";
import { taskOf } from "../support/records.ts";

const open = taskOf({ id: "open" });
const done = taskOf({ id: "done", baseStatus: "completed" });
const late = taskOf({ id: "late", baseStatus: "in_progress", status: "overdue" });

test("the chips count all, not started, in progress and completed [DETAIL-03]", () => {
  expect(countByFilter([open, done])).toEqual([
    { filter: "all", count: 2 },
    { filter: "not_started", count: 1 },
    { filter: "in_progress", count: 0 },
    { filter: "completed", count: 1 },
  ]);
});

test("the overdue chip appears with an overdue task, which counts nowhere else [DETAIL-04]", () => {
  expect(countByFilter([open, late])).toEqual([
    { filter: "all", count: 2 },
    { filter: "not_started", count: 1 },
    { filter: "in_progress", count: 0 },
    { filter: "completed", count: 0 },
    { filter: "overdue", count: 1 },
  ]);
});

test("a chip narrows the list to its status [DETAIL-03]", () => {
  expect(filterTasks([open, done, late], "overdue")).toEqual([late]);
  expect(filterTasks([open, done, late], "in_progress")).toEqual([]);
  expect(filterTasks([open, done, late], "all")).toEqual([open, done, late]);
});
