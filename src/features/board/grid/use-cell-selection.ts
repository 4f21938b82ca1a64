import { useRef } from "react";
import type { RecordSelection } from "../../../lib/selection/record-selection.ts";
import { type BoardColumn, tasksByName } from "../contents/board-columns.ts";
import type { BoardRow } from "../contents/board-types.ts";
import type { Cursor } from "./grid-cursor.ts";
import type { ShownLine } from "../contents/use-held-lines.ts";

interface Cells {
  lines: readonly ShownLine[];
  columns: readonly BoardColumn[];
}

/** The selection of tasks by their cells: one by one, and the rectangle from the last one to another cell. */
export function useCellSelection({
  selection,
  ...cells
}: Cells & { selection: RecordSelection | undefined }) {
  const anchor = useRef<{ cursor: Cursor; base: ReadonlySet<string> } | null>(null);
  const isEmpty = () => selection === undefined || selection.snapshot().size === 0;
  return {
    /** Selects or deselects the task of a cell; false when the cell has none. */
    toggle: (cursor: Cursor): boolean => {
      const [id] = tasksBetween(cursor, cursor, cells);
      if (selection === undefined || id === undefined) return false;
      selection.toggle(id);
      anchor.current = { cursor, base: selection.snapshot() };
      return true;
    },
    /** Selects the rectangle from the last selected cell, or from the focused one, to another cell. */
    extend: (from: Cursor, to: Cursor): void => {
      if (selection === undefined) return;
      if (anchor.current === null || isEmpty())
        anchor.current = { cursor: from, base: selection.snapshot() };
      const { cursor, base } = anchor.current;
      selection.set([...base, ...tasksBetween(cursor, to, cells)]);
    },
  };
}

/** The ids of the tasks in the rectangle of two cells, both included. */
function tasksBetween(a: Cursor, b: Cursor, { lines, columns }: Cells): string[] {
  const rows = between(
    lines,
    [a.row, b.row].map((row) => lines.findIndex(({ id }) => id === row)),
  );
  const labels = between(
    columns,
    [a.column, b.column].map((column) => columns.findIndex(({ key }) => key === column)),
  ).flatMap((column) => (column.kind === "task" ? column.label : []));
  return rows.flatMap((line) =>
    line.kind === "unit" && line.isGone !== true ? tasksOf(line.row, labels) : [],
  );
}

/** The ids of a row's tasks that have these names, one for each name. */
export function tasksOf(row: BoardRow, labels: readonly string[]): string[] {
  const taskByName = tasksByName(row.tasks);
  return labels.flatMap((label) => taskByName.get(label)?.id ?? []);
}

function between<Item>(items: readonly Item[], places: readonly number[]): readonly Item[] {
  const [first = -1, last = -1] = places.toSorted((a, b) => a - b);
  return first < 0 ? [] : items.slice(first, last + 1);
}
