import { useEffect, useMemo } from "react";
import type { Selected } from "../../components/selection/selection-tools.tsx";
import { useKeptSelection } from "../../hooks/edits/use-record-selection.ts";
import { useStore } from "../../hooks/use-store.ts";
import { usePhone } from "../../hooks/use-media.ts";
import { categoryOf, type ColumnGroup } from "./contents/board-columns.ts";
import type { BoardLine } from "./contents/board-order.ts";
import type { BoardRow } from "./contents/board-types.ts";
import { tasksOf } from "./grid/use-cell-selection.ts";

const nothing: readonly never[] = [];

/**
 * The selected tasks of a board, and all records that could be selected. The records are computed only while something
 * is selected.
 */
export function useBoardSelection(board: {
  rows: readonly BoardRow[];
  /** False while only the first rows of the board are loaded: a selected task that is missing there is not gone. */
  isWhole: boolean;
  lines: readonly BoardLine[];
  groups: readonly ColumnGroup[];
}) {
  const { rows, isWhole, lines, groups } = board;
  const selection = useKeptSelection("tasks");
  const isSelecting = useStore(selection, (ids) => ids.size > 0);
  const shownOf = usePhone() ? shownOnCards : shownInTable;
  const records = useMemo(
    () => (isSelecting && isWhole ? recordsOf(rows) : nothing),
    [isSelecting, isWhole, rows],
  );
  const shown = useMemo(
    () => (isSelecting ? shownOf(lines, groups) : nothing),
    [isSelecting, shownOf, lines, groups],
  );
  useEffect(() => selection.show(shown), [selection, shown]);
  return { selection, isSelecting, records, shown };
}

function recordsOf(rows: readonly BoardRow[]): Selected[] {
  return rows.flatMap(({ unit, tasks }) =>
    tasks.map(({ id, name, baseStatus, blockedReason }) => ({
      ...{ id, name: `${name}, ${unit.name}`, projectId: unit.projectId },
      ...{ status: baseStatus, isBlocked: blockedReason !== null },
    })),
  );
}

/** The cards of a phone have the open tasks alone: an act on all must not change others. */
function shownOnCards(lines: readonly BoardLine[], groups: readonly ColumnGroup[]): string[] {
  const tasks = lines.flatMap((line) => (line.kind === "unit" ? line.row.tasks : []));
  const open = tasks.filter(({ baseStatus }) => baseStatus !== "completed");
  const categories = groups.map(({ category }) => category);
  return open.flatMap((task) => (categories.includes(categoryOf(task)) ? task.id : []));
}

function shownInTable(lines: readonly BoardLine[], groups: readonly ColumnGroup[]): string[] {
  const columns = groups.flatMap((group) => group.columns);
  const labels = columns.flatMap((column) => (column.kind === "task" ? column.label : []));
  return lines.flatMap((line) => (line.kind === "unit" ? tasksOf(line.row, labels) : []));
}
