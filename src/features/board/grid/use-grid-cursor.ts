import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { ColumnGroup } from "../contents/board-columns.ts";
import {
  BEGINNING,
  CATEGORY_ROW,
  type Cursor,
  cursorAfter,
  type GridShape,
  HEAD_ROW,
  isSameCell,
  placeOf,
  validCursor,
} from "./grid-cursor.ts";

/** The keys that the grid handles wherever its cursor is. */
const movesBy: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The one cell of a grid that is the tab stop. Keys move it, and the focus with it. `cellRef` belongs to its element,
 * which must be rendered even when it is out of view.
 */
export function useGridCursor(grid: {
  shape: GridShape;
  groups: readonly ColumnGroup[];
  /** Scrolls a cell into view. */
  reveal: (cursor: Cursor) => void;
  /** Called when an arrow with Shift moves the cursor. */
  onExtend?: ((from: Cursor, to: Cursor) => void) | undefined;
}) {
  const { shape, groups, reveal, onExtend } = grid;
  const [wanted, setWanted] = useState<Cursor>({ row: "", column: "" });
  // One tap reports the same cell twice, by its focus and by its click.
  const setCursor = (next: Cursor) => setWanted((old) => (isSameCell(old, next) ? old : next));
  const [place, setPlace] = useState(BEGINNING);
  const cursor = inGroups(validCursor(wanted, shape, place), groups);
  const now = placeOf(cursor, shape);
  if (now.row !== place.row || now.column !== place.column) setPlace(now);
  const cellRef = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  const hasFocus = useRef(false);

  useLayoutEffect(() => {
    // A cell that went away with its column took the focus with it: no event tells of that.
    const isLost = hasFocus.current && document.activeElement === document.body;
    if (!isMoving.current && !isLost) return;
    isMoving.current = false;
    reveal(cursor);
    cellRef.current?.focus({ preventScroll: true });
  });

  const moveTo = (next: Cursor) => {
    isMoving.current = true;
    setCursor(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || (event.shiftKey && !event.key.startsWith("Arrow"))) return;
    const next = nextCursor(cursor, event, { shape, groups });
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey) onExtend?.(cursor, next);
    moveTo(next);
  };
  const onFocusCapture = () => void (hasFocus.current = true);
  const onBlurCapture = () => void (hasFocus.current = false);
  return {
    cursor,
    cellRef,
    setCursor,
    onKeyDown,
    focusHandlers: { onFocusCapture, onBlurCapture },
  };
}

function nextCursor(
  cursor: Cursor,
  event: KeyboardEvent,
  { shape, groups }: { shape: GridShape; groups: readonly ColumnGroup[] },
): Cursor | null {
  const sideways = movesBy[event.key];
  if (cursor.row === CATEGORY_ROW && sideways !== undefined) {
    const at = groups.findIndex((group) => holds(group, cursor.column));
    const column = groups[at + sideways]?.category === null ? undefined : groups[at + sideways];
    return { row: CATEGORY_ROW, column: column?.columns[0]?.key ?? cursor.column };
  }
  return cursorAfter(cursor, event, shape);
}

/**
 * The columns of the unit have no category cell above their heads, and a category is one cell however many columns it
 * has.
 */
function inGroups(cursor: Cursor, groups: readonly ColumnGroup[]): Cursor {
  if (cursor.row !== CATEGORY_ROW) return cursor;
  const group = groups.find((each) => holds(each, cursor.column));
  if (group === undefined || group.category === null) return { ...cursor, row: HEAD_ROW };
  return { row: CATEGORY_ROW, column: group.columns[0]?.key ?? cursor.column };
}

function holds({ columns }: ColumnGroup, key: string): boolean {
  return columns.some((column) => column.key === key);
}
