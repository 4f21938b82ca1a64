import { type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useMemo } from "react";
import { withRow } from "../../../hooks/use-focus-kept.ts";
import type { BoardColumn, ColumnGroup } from "../contents/board-columns.ts";
import { CATEGORY_ROW, type Cursor, HEAD_ROW } from "./grid-cursor.ts";
import { useGridCursor } from "./use-grid-cursor.ts";
import type { ShownLine } from "../contents/use-held-lines.ts";

/** A visible column. */
export interface PlacedColumn {
  column: BoardColumn;
  left: number;
  /** The index among all columns, beginning with 1. */
  place: number;
}

interface BoardWindow {
  scrollerRef: RefObject<HTMLDivElement | null>;
  lines: readonly ShownLine[];
  groups: readonly ColumnGroup[];
  columns: readonly BoardColumn[];
  /** All columns except the name column, which stays in view. */
  others: readonly BoardColumn[];
  nameWidth: number;
  rowPx: number;
  headsPx: number;
  /** Called when an arrow with Shift moves the cursor. */
  onExtend?: (from: Cursor, to: Cursor) => void;
}

/** The rows that a page key moves by. */
const PAGE_ROWS = 10;

/** The visible part of the board, and the one cell that is the tab stop. That cell is always rendered. */
export function useBoardWindow(board: BoardWindow) {
  const { scrollerRef, lines, groups, columns, others, nameWidth, rowPx, headsPx } = board;
  const shape = useMemo(
    () => ({
      rows: [CATEGORY_ROW, HEAD_ROW, ...lines.map((line) => line.id)],
      columns: columns.map((column) => column.key),
      pageRows: PAGE_ROWS,
    }),
    [lines, columns],
  );
  const lineAt = ({ row }: Cursor) => lines.findIndex(({ id }) => id === row);
  const columnAt = ({ column }: Cursor) => others.findIndex(({ key }) => key === column);
  const reveal = (cursor: Cursor) => {
    if (lineAt(cursor) >= 0) rows.scrollToIndex(lineAt(cursor));
    const column = columnAt(cursor);
    if (column < 0) return;
    // The cell of a category is as wide as its columns. Its beginning comes into view even when its end has no room.
    const span = cursor.row === CATEGORY_ROW ? spanOf(groups, cursor) : 1;
    const [toEnd] = sides.getOffsetForIndex(column + span - 1, "end") ?? [0];
    const [toBeginning] = sides.getOffsetForIndex(column, "start") ?? [0];
    sides.scrollToOffset(Math.min(Math.max(sides.scrollOffset ?? 0, toEnd), toBeginning));
  };
  const grid = useGridCursor({ shape, groups, reveal, onExtend: board.onExtend });

  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowPx,
    paddingStart: headsPx,
    scrollPaddingStart: headsPx,
    overscan: 4,
    rangeExtractor: useWith(lineAt(grid.cursor)),
  });
  const sides = useVirtualizer({
    horizontal: true,
    count: others.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: (index) => others[index]?.width ?? 0,
    getItemKey: useCallback((index: number) => others[index]?.key ?? index, [others]),
    paddingStart: nameWidth,
    scrollPaddingStart: nameWidth,
    overscan: 2,
    rangeExtractor: useWith(columnAt(grid.cursor)),
  });
  return {
    grid,
    rowItems: rows.getVirtualItems(),
    placed: usePlaced(others, sides.getVirtualItems()),
    width: sides.getTotalSize(),
    height: rows.getTotalSize(),
  };
}

/** The number of columns below the cell of a category. */
function spanOf(groups: readonly ColumnGroup[], cursor: Cursor): number {
  const holds = ({ columns }: ColumnGroup) => columns.some(({ key }) => key === cursor.column);
  return groups.find(holds)?.columns.length ?? 1;
}

/** The items in view, and the focused one, which must be rendered even when it is out of view. */
function useWith(kept: number) {
  return useCallback((range: Range) => withRow(range, kept), [kept]);
}

/** The visible columns with their places. The array stays the same object until other columns come into view. */
function usePlaced(
  columns: readonly BoardColumn[],
  items: readonly { index: number; start: number }[],
): readonly PlacedColumn[] {
  const key = items.map(({ index, start }) => `${String(index)}:${String(start)}`).join(" ");
  return useMemo(
    () =>
      key.split(" ").flatMap((item) => {
        const [index, left] = item.split(":").map(Number);
        const column = columns[index ?? -1];
        return column === undefined || left === undefined || index === undefined
          ? []
          : [{ column, left, place: index + 2 }];
      }),
    [columns, key],
  );
}
