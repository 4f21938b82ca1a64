import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { useCallback } from "react";

interface Window<Item> {
  idOf: (item: Item) => string;
  /** The number of items in a row. */
  perRow?: number;
  /** The name of the data attribute that holds the id of an item. */
  mark?: string;
}

/**
 * The rows of a long list to render, for its virtualizer: those near the viewport, and the one that has the focus,
 * wherever it is. Without it the focus would fall back to the page. The element of an item has its id as `data-item`.
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

/** The id of the item that contains the focus. */
export function focusedItem(mark = "item"): string | undefined {
  return document.activeElement?.closest<HTMLElement>(`[data-${mark}]`)?.dataset[mark];
}

/** The rows near the viewport, and one that must be rendered even out of view; -1 for none. */
export function withRow(range: Range, kept: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (kept < 0 || shown.includes(kept)) return shown;
  return [...shown, kept].sort((a, b) => a - b);
}

/** The length in px of the unrendered rows right before a rendered one. */
export function roomBefore(
  rows: readonly { start: number; end: number }[],
  at: number,
  top = 0,
): number {
  return (rows[at]?.start ?? top) - (rows[at - 1]?.end ?? top);
}
