import { useState, type FocusEvent, type KeyboardEvent } from "react";

/** The place of a cell, with row and column counted from 0. */
export type CellPlace = { row: number; column: number };

/** The attribute with the place of a cell. */
export const placeAttribute = "data-place";

/** The place of the cell that contains an element. */
export function placeOf(target: EventTarget): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest(`[${placeAttribute}]`) : null;
  const [row, column] = cell?.getAttribute(placeAttribute)?.split(":").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

const lastColumn = 6;

/** The place after a key; undefined for keys that move nothing. */
function placeAfter(
  { key, ctrlKey }: Pick<KeyboardEvent, "key" | "ctrlKey">,
  { row, column }: CellPlace,
  lastRow: number,
): CellPlace | undefined {
  switch (key) {
    case "ArrowLeft":
      return { row, column: Math.max(0, column - 1) };
    case "ArrowRight":
      return { row, column: Math.min(lastColumn, column + 1) };
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column };
    case "ArrowDown":
      return { row: Math.min(lastRow, row + 1), column };
    case "Home":
      return { row: ctrlKey ? 0 : row, column: 0 };
    case "End":
      return { row: ctrlKey ? lastRow : row, column: lastColumn };
    default:
      return undefined;
  }
}

/** Keeps one cell of a grid as the tab stop, and moves the focus between cells by keys. */
export function useGridFocus(rowCount: number) {
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const lastRow = Math.max(0, rowCount - 1);
  return {
    // The number of rows may have shrunk meanwhile.
    active: { ...active, row: Math.min(active.row, lastRow) },
    onFocus: ({ target }: FocusEvent) => {
      const place = placeOf(target);
      if (place) setActive(place);
    },
    /** Moves the focus for a key; false when the key moves nothing. */
    moveBy: (event: KeyboardEvent): boolean => {
      const place = placeOf(event.target);
      const next = place && placeAfter(event, place, lastRow);
      if (!next) return false;
      const selector = `[${placeAttribute}="${String(next.row)}:${String(next.column)}"]`;
      event.currentTarget.querySelector<HTMLElement>(selector)?.focus();
      return true;
    },
  };
}
