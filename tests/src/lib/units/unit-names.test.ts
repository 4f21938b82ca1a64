import { expect, test } from "vitest";
import {
  groupByFloor,
  placeOfUnit,
  unitNameMatches,
} from "../../../../src/lib/units/unit-names.ts";

test("a name tells building and floor by its last number of three digits or more [FIND-01]", () => {
  const places = [
    ["204", { building: "", floor: 2 }],
    ["B-204", { building: "B", floor: 2 }],
    ["North Tower 1204", { building: "North Tower", floor: 12 }],
    ["Unit 301a", { building: "", floor: 3 }],
    ["2 - 015", { building: "2", floor: 0 }],
    ["12", null],
    ["Penthouse", null],
    ["", null],
  ] as const;
  expect(places.map(([name]) => [name, placeOfUnit(name)])).toEqual(places);
});

test("units are found by any beginning, by floor, and anywhere from two characters on [FIND-02]", () => {
  const found = (text: string) =>
    ["101", "102", "204", "B-204", "b 1204", "Loft"].filter((name) => unitNameMatches(name, text));
  expect(found("")).toHaveLength(6);
  expect(found("2")).toEqual(["204", "B-204"]);
  expect(found("04")).toEqual(["204", "B-204", "b 1204"]);
  expect(found("B")).toEqual(["B-204", "b 1204"]);
  expect(found("b 2")).toEqual(["B-204"]);
  expect(found("b204")).toEqual(["B-204"]);
  expect(found("204 b")).toEqual(["B-204", "b 1204"]);
  expect(found("floor 2")).toEqual(["204", "B-204"]);
  expect(found("FL 12")).toEqual(["b 1204"]);
  expect(found("loft")).toEqual(["Loft"]);
  expect(found("(.*")).toEqual(found(""));
  expect(found("x")).toEqual([]);
});

test("units are grouped by building and floor where their names tell them [FIND-01]", () => {
  const grouped = (...names: string[]) =>
    groupByFloor(names.map((name) => ({ name }))).map(({ label, units }) => [
      label,
      ...units.map(({ name }) => name),
    ]);
  expect(grouped("B-201", "A-1001", "A-102", "A-101", "A-205", "Attic")).toEqual([
    ["A, floor 1", "A-102", "A-101"],
    ["A, floor 2", "A-205"],
    ["A, floor 10", "A-1001"],
    ["B, floor 2", "B-201"],
    ["Other units", "Attic"],
  ]);
  expect(grouped("101", "102")).toEqual([["", "101", "102"]]);
  expect(grouped("101", "201", "Attic")).toEqual([["", "101", "201", "Attic"]]);
});
