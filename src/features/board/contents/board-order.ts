import { compareRows } from "../../../../convex/rules/board.ts";
import { compareNames } from "../../../../convex/rules/urgency.ts";
import { peopleOf } from "../../../lib/units/given-to.ts";
import { groupByFloor } from "../../../lib/units/unit-names.ts";
import {
  type ColumnGroup,
  countsOf,
  foldedKey,
  rankOf,
  taskKey,
  tasksByName,
} from "./board-columns.ts";
import { isBlocked } from "./board-filter.ts";
import type { BoardRow } from "./board-types.ts";

/** A line of the board: a unit, or the heading of a floor above its units. */
export type BoardLine =
  | { kind: "unit"; id: string; row: BoardRow }
  | { kind: "floor"; id: string; label: string; count: number };

/** The sort orders that the toolbar offers; columns of tasks are sorted by their heads. */
export const ORDERS = [
  { value: "urgency", label: "Most urgent first" },
  { value: "floor", label: "By floor" },
  { value: "name", label: "Unit name" },
  { value: "ready", label: "Ready by" },
  { value: "movein", label: "Move-in" },
  { value: "-vacant", label: "Longest vacant" },
  { value: "progress", label: "Least done" },
  { value: "blocked", label: "Blocked first" },
] as const;

type Compare = (a: BoardRow, b: BoardRow) => number;

/** A comparison of rows, ascending (1) or descending (-1). */
type Comparison = (direction: 1 | -1) => Compare;

const byColumn: Readonly<Record<string, Comparison>> = {
  urgency: plain(compareRows),
  risk: plain(compareRows),
  name: plain((a, b) => compareNames(a.unit.name, b.unit.name)),
  ready: by(({ unit }) => momentOf(unit.readyByDate)),
  movein: by(({ unit }) => momentOf(unit.moveInDate)),
  vacant: by(({ unit }) => unit.turn.daysVacant),
  progress: by(({ unit: { completedTasks, totalTasks } }) =>
    shareOf({ done: completedTasks, total: totalTasks }),
  ),
  blocked: by((row) => (isBlocked(row) ? 0 : 1)),
  who: byText(({ unit }) => peopleOf(unit)[0] ?? null),
};

/**
 * The rows in the sort order of the address; equal rows are in the order of urgency. An unknown order sorts by urgency.
 */
export function sortRows(rows: readonly BoardRow[], sort = "urgency"): BoardRow[] {
  const isDown = sort.startsWith("-");
  const compare = comparisonOf(isDown ? sort.slice(1) : sort)(isDown ? -1 : 1);
  return rows.toSorted((a, b) => compare(a, b) || compareRows(a, b));
}

/** The sort order that applies: an unknown one, or one by a column that the board does not have, counts as none. */
export function knownOrder(
  sort: string | undefined,
  board: { groups: readonly ColumnGroup[]; hasFloors: boolean },
): string | undefined {
  if (sort === undefined) return undefined;
  if (sort === "floor") return board.hasFloors ? sort : undefined;
  const column = sort.startsWith("-") ? sort.slice(1) : sort;
  const isColumn = board.groups.some(
    ({ category, columns }) =>
      column === foldedKey(category ?? "") || columns.some(({ key }) => key === column),
  );
  return isColumn || Object.hasOwn(byColumn, column) ? sort : undefined;
}

/** The lines of a board: its rows in order. In the order of floors, each floor has a heading above its units. */
export function linesOf(rows: readonly BoardRow[], sort: string | undefined): BoardLine[] {
  if (sort !== "floor") return sortRows(rows, sort).map(unitLine);
  const named = sortRows(rows).map((row) => ({ name: row.unit.name, row }));
  return groupByFloor(named).flatMap(({ label, units }) => [
    ...(label === ""
      ? []
      : [{ kind: "floor" as const, id: `floor:${label}`, label, count: units.length }]),
    ...units.map(({ row }) => unitLine(row)),
  ]);
}

/** True when the names of units contain more than one floor, so that groups help. */
export function showFloors(names: readonly string[]): boolean {
  return groupByFloor(names.map((name) => ({ name }))).length > 1;
}

/** The line of a unit. The same row gives the same object, so that an unchanged line does not render again. */
export function unitLine(row: BoardRow): BoardLine {
  const known = lineByRow.get(row);
  if (known !== undefined) return known;
  const line: BoardLine = { kind: "unit", id: row.unit.id, row };
  lineByRow.set(row, line);
  return line;
}

const lineByRow = new WeakMap<BoardRow, BoardLine>();

function comparisonOf(column: string): Comparison {
  const known = Object.hasOwn(byColumn, column) ? byColumn[column] : undefined;
  if (known) return known;
  const task = textBehind(taskKey(""), column);
  if (task !== null) return by(({ tasks }) => rankOf(tasksByName(tasks).get(task)));
  const category = textBehind(foldedKey(""), column);
  if (category !== null) return by(({ tasks }) => shareOf(countsOf(tasks, category)));
  return plain(compareRows);
}

function textBehind(prefix: string, text: string): string | null {
  return text.startsWith(prefix) ? text.slice(prefix.length) : null;
}

function shareOf({ done, total }: { done: number; total: number }): number | null {
  return total === 0 ? null : done / total;
}

function plain(compare: Compare): Comparison {
  return (direction) => (a, b) => direction * compare(a, b);
}

function by(valueOf: (row: BoardRow) => number | null): Comparison {
  return byValue(valueOf, (a, b) => a - b);
}

function byText(valueOf: (row: BoardRow) => string | null): Comparison {
  return byValue(valueOf, compareNames);
}

/** Compares rows by a value. Rows without one come last in both directions. */
function byValue<Value>(
  valueOf: (row: BoardRow) => Value | null,
  compare: (a: Value, b: Value) => number,
): Comparison {
  return (direction) => (a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * compare(left, right);
  };
}

function momentOf(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}
