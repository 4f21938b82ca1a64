import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { useCallback } from "react";

interface Window<Item> {
  idOf: (item: Item) => string;
  /** So many items share a row. */
  perRow?: number;
  /** The name of the data attribute by which an element tells the id of its item. */
  mark?: string;
}

/**
 * The rows that exist of a long list, for its virtualizer: those near the view, and the one that has the focus, however far away it
 * is. Without it the focus would fall to the page. The element of an item has its id as `data-item`.
 */
export function useFocusKept<Item>(
  items: readonly Item[],
  { idOf, perRow = 1, mark }: Window<Item>,
) {
  return useCallback(
    (range: Range) => {
      const focused = focusedItem(mark);
      const at = focused === undefined ? -1 : items.findIndex((item) => idOf(item) === focused);
      return withRow(range, Math.floor(at / perRow));
    },
    [items, idOf, perRow, mark],
  );
}

/** The id of the item that has the focus in it. */
export function focusedItem(mark = "item"): string | undefined {
  return document.activeElement?.closest<HTMLElement>(`[data-${mark}]`)?.dataset[mark];
}

/** The rows near the view, and one that must exist though it may be out of sight; -1 is none. */
export function withRow(range: Range, kept: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (kept < 0 || shown.includes(kept)) return shown;
  return [...shown, kept].sort((a, b) => a - b);
}

/** The length of the rows that do not exist, right before one that does. */
export function roomBefore(
  rows: readonly { start: number; end: number }[],
  at: number,
  top = 0,
): number {
  return (rows[at]?.start ?? top) - (rows[at - 1]?.end ?? top);
}
