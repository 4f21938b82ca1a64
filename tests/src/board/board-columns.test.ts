import { expect, test } from "vitest";
import {
  columnGroups,
  countsOf,
  finishedFirst,
  tasksByName,
} from "../../../src/features/board/contents/board-columns.ts";
import { boardRowOf } from "./rows.ts";

const masterList = [
  { name: "Keys", category: "Move-out" },
  { name: "Paint walls", category: "Paint" },
  { name: "Locks", category: "Move-out" },
  { name: "Paint doors", category: "Paint" },
  { name: "Nobody has it", category: "Paint" },
];

const rows = [
  boardRowOf({ name: "101" }, [
    { name: "Paint doors", category: "Paint" },
    { name: "Odd job", category: null },
    { name: "Keys", category: "Move-out" },
  ]),
  boardRowOf({ name: "102" }, [
    { name: "Retired task", category: "Paint" },
    { name: "Locks", category: "Move-out" },
    { name: "Paint walls", category: "Paint" },
  ]),
];

const none = { folded: new Set<string>(), category: undefined };

const shown = (options: Parameters<typeof columnGroups>[2]) =>
  columnGroups(rows, masterList, options).map(({ category, columns }) => [
    category,
    columns.map(({ label }) => label),
  ]);

test("a column a task name stands in the order of the master list, by category [BOARD-02]", () => {
  expect(shown(none)).toEqual([
    [null, ["Unit", "Risk", "Vacant", "Ready by", "Move-in", "Done", "Waits for", "Who"]],
    ["Move-out", ["Keys", "Locks"]],
    ["Paint", ["Paint walls", "Paint doors", "Retired task"]],
    ["Other", ["Odd job"]],
  ]);
});

test("a category folds into one column, and a filter leaves one category [BOARD-02, BOARD-07]", () => {
  const options = { folded: new Set(["Paint"]), category: "Paint" };
  expect(shown(options).slice(1)).toEqual([["Paint", ["Paint"]]]);
});

test("a folded category counts its tasks, and what is overdue or waits in it [BOARD-02]", () => {
  const { tasks } = boardRowOf({ name: "103" }, [
    { name: "A", baseStatus: "completed" },
    { name: "B", status: "overdue", blockedReason: "parts" },
    { name: "C" },
    { name: "D", category: "Floor" },
  ]);

  expect(countsOf(tasks, "Paint")).toEqual({ done: 1, total: 3, overdue: 1, blocked: 1 });
});

test("of several tasks of one name, the one that needs a look is shown [BOARD-03]", () => {
  const { tasks } = boardRowOf({ name: "104" }, [
    { id: "done", name: "Keys", baseStatus: "completed" },
    { id: "late", name: "Keys", status: "overdue" },
    { id: "begun", name: "Keys", baseStatus: "in_progress" },
  ]);

  expect(tasksByName(tasks).get("Keys")?.id).toBe("late");
});

test("a board whose columns do not fit opens with what is finished for the most urgent units folded [BOARD-02]", () => {
  const tasks = (painted: "completed" | "in_progress") => [
    { name: "Keys", category: "Move-out", baseStatus: "completed" as const },
    { name: "Paint walls", category: "Paint", baseStatus: painted },
    { name: "Odd job", category: null, baseStatus: "not_started" as const },
  ];
  const late = boardRowOf({ name: "1", turn: { risk: "late" } }, tasks("completed"));
  const calm = boardRowOf({ name: "2", status: "in_progress" }, tasks("in_progress"));
  const before = boardRowOf({ name: "3" }, tasks("completed"));

  expect(finishedFirst([late, calm], [], 100)).toEqual(["Move-out", "Paint"]);
  expect(finishedFirst([calm, before], [], 100)).toEqual(["Move-out"]);
  expect(finishedFirst([before], [], 100)).toEqual([]);
  expect(finishedFirst([late, calm], [], 5000)).toEqual([]);
});
