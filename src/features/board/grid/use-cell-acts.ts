import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useState,
} from "react";
import { nextTaskStatus } from "../../../../convex/rules/transitions.ts";
import { LongPress } from "../../../lib/long-press.ts";
import { isStrayTap } from "../../../lib/stray-tap.ts";
import { areKeysOn } from "../../../lib/keys/keys.ts";
import type { BoardActs } from "./board-grid.tsx";
import { type BoardColumn, tasksByName } from "../contents/board-columns.ts";
import type { BoardTask, BoardUnit } from "../contents/board-types.ts";
import { CATEGORY_ROW, type Cursor, HEAD_ROW } from "./grid-cursor.ts";
import type { useCellSelection } from "./use-cell-selection.ts";
import type { ShownLine } from "../contents/use-held-lines.ts";

type CellTask = { task: BoardTask; unit: BoardUnit };

/** The actions of a board's cells for pointer, finger and keyboard; all cells share them. */
export function useCellActs(board: {
  lines: readonly ShownLine[];
  columns: readonly BoardColumn[];
  acts: BoardActs;
  mayChange: boolean;
  onCursor: (cursor: Cursor) => void;
  /** The cell that has the focus, or gets it on Tab. */
  cursor: Cursor;
  cells: ReturnType<typeof useCellSelection>;
}) {
  const { lines, columns, acts, mayChange, onCursor, cells } = board;
  const { rowAt, columnAt, taskAt } = findersIn(lines, columns);
  const openMenu = (cell: HTMLElement): boolean => {
    const found = mayChange ? taskAt(cursorOf(cell)) : null;
    if (found) acts.openMenu(found.task, found.unit, cell);
    return found !== null;
  };
  const moveOn = (cursor: Cursor, cell: HTMLElement): boolean => {
    const found = mayChange ? taskAt(cursor) : null;
    if (!found) return false;
    const next = nextTaskStatus(found.task.baseStatus);
    if (next === null) acts.openMenu(found.task, found.unit, cell);
    else acts.move(found.task, found.unit, next);
    return true;
  };
  const lead = (cursor: Cursor): boolean => {
    const column = columnAt(cursor);
    if (column === undefined) return false;
    if (cursor.row === HEAD_ROW) acts.sortBy(column.key);
    else if (column.kind !== "info" && (cursor.row === CATEGORY_ROW || column.kind === "folded")) {
      acts.fold(column.category);
    } else {
      const row = rowAt(cursor);
      if (row === undefined || column.kind !== "info") return false;
      acts.openUnit(row.unit);
    }
    return true;
  };

  const take = (cursor: Cursor, cell: HTMLElement) => moveOn(cursor, cell) || lead(cursor);
  /** Selects by a click with Ctrl, Cmd or Shift; false for other clicks. */
  const select = (event: MouseEvent, cursor: Cursor): boolean => {
    if (!mayChange || !(event.shiftKey || event.ctrlKey || event.metaKey)) return false;
    if (event.shiftKey) cells.extend(board.cursor, cursor);
    else cells.toggle(cursor);
    return true;
  };
  const handlers = usePresses({ take, select, openMenu, onCursor });
  /** Handles a key in the focused cell; false when the key does nothing. */
  const pressKey = ({ key, currentTarget }: KeyboardEvent, cursor: Cursor): boolean => {
    const cell = currentTarget.ownerDocument.activeElement;
    if (key === "x" && mayChange && areKeysOn.snapshot()) return cells.toggle(cursor);
    if (!(cell instanceof HTMLElement) || (key !== "Enter" && key !== " ")) return false;
    if (key === " " ? moveOn(cursor, cell) : openMenu(cell)) return true;
    return lead(cursor) || key === " ";
  };
  return { handlers, press: pressKey, openMenuOf: openMenu };
}

/** Functions that find the row, the column and the task of a cell. */
function findersIn(lines: readonly ShownLine[], columns: readonly BoardColumn[]) {
  const rowAt = ({ row }: Cursor) => {
    const line = lines.find(({ id }) => id === row);
    return line?.kind === "unit" && line.isGone !== true ? line.row : undefined;
  };
  const columnAt = (cursor: Cursor) => columns.find(({ key }) => key === cursor.column);
  const taskAt = (cursor: Cursor): CellTask | null => {
    const row = rowAt(cursor);
    const column = columnAt(cursor);
    if (row === undefined || column?.kind !== "task") return null;
    const task = tasksByName(row.tasks).get(column.label);
    return task === undefined ? null : { task, unit: row.unit };
  };
  return { rowAt, columnAt, taskAt };
}

/** Handlers for the mouse and the finger on the cells of the board. */
function usePresses(cells: {
  take: (cursor: Cursor, cell: HTMLElement) => void;
  select: (event: MouseEvent, cursor: Cursor) => boolean;
  openMenu: (cell: HTMLElement) => boolean;
  onCursor: (cursor: Cursor) => void;
}) {
  const { take, select, openMenu, onCursor } = cells;
  const [press] = useState(() => new LongPress());
  return {
    onClick: (event: MouseEvent) => {
      const cell = cellOf(event.target);
      if (!cell || press.wasLong) return;
      const cursor = cursorOf(cell);
      const isSelected = select(event, cursor);
      onCursor(cursor);
      // A double click moves a task one step, and does not reach the task that an unfolded category shows below it.
      const oneStep = cell.dataset["task"] !== undefined;
      if (!isSelected && !isStrayTap(`${cursor.row} ${cursor.column}`, event, { oneStep }))
        take(cursor, cell);
    },
    /** A screen reader moves the focus without a key press. */
    onFocus: (event: FocusEvent) => {
      const cell = cellOf(event.target);
      if (cell) onCursor(cursorOf(cell));
    },
    onContextMenu: (event: MouseEvent) => {
      const cell = cellOf(event.target);
      if (cell && !press.wasLong) onCursor(cursorOf(cell));
      if (cell && (press.wasLong || openMenu(cell))) event.preventDefault();
    },
    /** A long press on a task opens its menu. */
    onPointerDown: (event: PointerEvent) => {
      const cell = cellOf(event.target);
      if (cell) press.begin(event, () => openMenu(cell));
    },
    onPointerMove: (event: PointerEvent) => press.move(event),
    onPointerUp: () => press.end(),
    onPointerCancel: () => press.end(),
  };
}

function cellOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-col]") : null;
}

function cursorOf({ dataset }: HTMLElement): Cursor {
  return { row: dataset["row"] ?? "", column: dataset["col"] ?? "" };
}
