import { expect, test } from "vitest";
import { countChoices, filterRows } from "../../../src/features/board/contents/board-filter.ts";
import { linesOf, showFloors, sortRows } from "../../../src/features/board/contents/board-order.ts";
import { boardRowOf } from "./rows.ts";

const day = (date: string) => `2026-03-${date}T12:00:00.000Z`;
const namesOf = (rows: readonly { unit: { name: string } }[]) => rows.map(({ unit }) => unit.name);

const plain = { turn: { risk: "on_track" as const } };
const units = [
  boardRowOf({ name: "Done", status: "completed", turn: { risk: "done" } }),
  boardRowOf({ name: "No date", turn: { risk: "no_date" } }),
  boardRowOf({ name: "10", ...plain, readyByDate: day("09") }),
  boardRowOf({ name: "2", ...plain, moveInDate: day("09"), readyByDate: day("20") }),
  boardRowOf({ name: "Vacant", readyByDate: day("09"), turn: { risk: "on_track", daysVacant: 3 } }),
  boardRowOf({ name: "Sooner", ...plain, readyByDate: day("08") }),
  boardRowOf({ name: "Risky", turn: { risk: "at_risk" }, readyByDate: day("30") }),
  boardRowOf({ name: "Late", turn: { risk: "late" }, readyByDate: day("01") }),
];

test("rows stand by risk, then the earliest date, the longest vacancy and the name [BOARD-06]", () => {
  expect(namesOf(sortRows(units))).toEqual([
    ...["Late", "Risky", "Sooner", "Vacant", "2", "10", "No date", "Done"],
  ]);
});

test("any column sorts both ways; rows without a value come last, equal ones by urgency [BOARD-06]", () => {
  const painted = [
    boardRowOf({ name: "None" }),
    boardRowOf({ name: "Completed" }, [{ name: "Paint walls", baseStatus: "completed" }]),
    boardRowOf({ name: "Overdue" }, [{ name: "Paint walls", status: "overdue" }]),
    boardRowOf({ name: "Begun", turn: { risk: "late" } }, [
      { name: "Paint walls", baseStatus: "in_progress" },
    ]),
    boardRowOf({ name: "Begun too" }, [{ name: "Paint walls", baseStatus: "in_progress" }]),
  ];

  expect(namesOf(sortRows(painted, "task:Paint walls"))).toEqual([
    ...["Overdue", "Begun", "Begun too", "Completed", "None"],
  ]);
  expect(namesOf(sortRows(painted, "-task:Paint walls"))).toEqual([
    ...["Completed", "Begun", "Begun too", "Overdue", "None"],
  ]);
  expect(namesOf(sortRows(units, "name")).slice(0, 2)).toEqual(["2", "10"]);
  expect(namesOf(sortRows(units, "ready")).slice(0, 2)).toEqual(["Late", "Sooner"]);
  expect(namesOf(sortRows(units, "-vacant"))[0]).toBe("Vacant");
  const given = ["Bo", "Ana"].map((name) => boardRowOf({ name: `of ${name}`, givenTo: [name] }));
  expect(namesOf(sortRows([...painted, ...given], "who")).slice(0, 2)).toEqual(["of Ana", "of Bo"]);
});

test("units stand by floor where their names tell one [BOARD-06]", () => {
  const rows = ["204", "101", "1203", "102"].map((name) => boardRowOf({ name }));
  const lines = linesOf(rows, "floor");

  expect(showFloors(rows.map(({ unit }) => unit.name))).toBe(true);
  expect(lines.map((line) => (line.kind === "floor" ? line.label : line.row.unit.name))).toEqual([
    ...["Floor 1", "101", "102", "Floor 2", "204", "Floor 12", "1203"],
  ]);
});

const filtered = [
  boardRowOf({ name: "101", turn: { risk: "late" } }, [
    { name: "Paint walls", category: "Paint", assignedToId: "ana", blockedReason: "parts" },
    { name: "Keys", category: "Move-out", baseStatus: "completed", assignedToId: "ben" },
  ]),
  boardRowOf({ name: "102", status: "in_progress" }, [{ name: "Keys", category: "Move-out" }]),
  boardRowOf({ name: "201", status: "completed", turn: { risk: "done" } }),
];

test("filters narrow the rows; completed units are hidden until they are asked for [BOARD-07]", () => {
  const shown = (filter: Partial<Parameters<typeof filterRows>[1]>) =>
    namesOf(filterRows(filtered, { byProject: false, ...filter }));

  expect(shown({})).toEqual(["101", "102"]);
  expect(shown({ status: "any" })).toEqual(["101", "102", "201"]);
  expect(shown({ status: "completed" })).toEqual(["201"]);
  expect(shown({ risk: "late" })).toEqual(["101"]);
  expect(shown({ blocked: 1 })).toEqual(["101"]);
  expect(shown({ who: "ana" })).toEqual(["101"]);
  expect(shown({ who: "ben" })).toEqual([]);
  expect(shown({ who: "nobody" })).toEqual(["102"]);
  expect(shown({ category: "Move-out" })).toEqual(["102"]);
  expect(shown({ q: "floor 1" })).toEqual(["101", "102"]);
  expect(shown({ q: "oak" })).toEqual([]);
  expect(shown({ q: "oak", byProject: true })).toEqual(["101", "102"]);
});

test("each choice counts the units that it would show under the other filters [BOARD-07]", () => {
  const counts = countChoices(filtered, { risk: "late", byProject: false });

  expect([...counts.risk]).toEqual([
    ["late", 1],
    ["on_track", 1],
  ]);
  expect(counts.status.get("open")).toBe(1);
  expect(counts.status.get("any")).toBe(1);
  expect([...counts.who]).toEqual([["ana", 1]]);
  expect([...counts.category]).toEqual([["Paint", 1]]);
  expect(counts.blocked).toBe(1);
});
