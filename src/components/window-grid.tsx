import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import { usePlace } from "../hooks/use-place.ts";

interface WindowGridProps<Item> {
  /** The name of the list of items. */
  label: string;
  items: readonly Item[];
  /** Items are at least this wide; without it there is one a row. */
  minItemPx?: number;
  gapPx?: number;
  /** A first guess at a row's height; each row is measured when it appears. */
  rowPx: number;
  /** The id of the element that names an item, or the name itself. */
  labelledBy?: (item: Item) => string;
  nameOf?: (item: Item) => string | undefined;
  /** The heading of the group that an item stands in; "" for none. Equal neighbours share one. */
  headingOf?: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
}

/**
 * Items in as many columns as fit. Only rows near the window exist, so that thousands scroll smoothly; an item that moves
 * into another row keeps its focus and its open menu.
 */
export function WindowGrid<Item extends { id: string }>(props: WindowGridProps<Item>) {
  const { label, items, minItemPx = Infinity, gapPx = 0 } = props;
  const { labelledBy, nameOf, headingOf, renderItem } = props;
  const gridRef = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(gridRef);
  const columns = Math.max(1, Math.floor((width + gapPx) / (minItemPx + gapPx)));
  const allRows = useMemo(() => rowsOf(items, columns, headingOf), [items, columns, headingOf]);
  const virtualizer = useWindowVirtualizer({
    count: allRows.length,
    estimateSize: (row) => (allRows[row]?.heading === undefined ? props.rowPx : headingPx),
    getItemKey: useCallback((row: number) => keyOf(allRows[row], columns, row), [allRows, columns]),
    gap: gapPx,
    overscan: columns > 1 ? 3 : 6,
    scrollMargin: top,
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const base = first - (first % LINES_KEPT);
  // The lines before the first row are empty: each is as high as the gap behind it.
  const shift = (rows[0]?.start ?? top) - top - (first - base) * gapPx;
  const shown = rows.flatMap(({ index }) =>
    (allRows[index]?.items ?? []).map((item, column) => ({ ...item, row: index, column })),
  );

  return (
    <div
      ref={gridRef}
      role="list"
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      <div
        role="presentation"
        className="absolute inset-x-0 top-0 grid"
        style={{
          gap: gapPx,
          gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`,
          // No transform: the rows that stay keep their places in the page, and are not painted anew.
          paddingTop: shift,
        }}
      >
        {rows.map((row) => (
          <div
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            role="presentation"
            className="col-span-full"
            style={{ gridRow: row.index - base + 1 }}
          >
            {allRows[row.index]?.heading !== undefined && (
              // The names of the items tell the same to whoever hears the list.
              <p aria-hidden className="pt-2 text-sm font-semibold text-ink-muted">
                {allRows[row.index]?.heading}
              </p>
            )}
          </div>
        ))}
        {shown.map(({ item, place, row, column }) => (
          <div
            key={item.id}
            role="listitem"
            aria-labelledby={labelledBy?.(item)}
            aria-label={nameOf?.(item)}
            aria-setsize={items.length}
            aria-posinset={place}
            // The inside of an item affects no other item: a frame of scrolling paints half. Shadows and focus rings reach out.
            className="flex min-w-0 contain-layout contain-style supports-[overflow-clip-margin:1px]:contain-paint [overflow-clip-margin:8px]"
            style={{
              gridArea: `${String(row - base + 1)} / ${String(column + 1)}`,
            }}
          >
            {renderItem(item)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The lines of the grid that rows keep while others come and go: a line that changes lays out its items anew. */
const LINES_KEPT = 24;

/** A first guess at the height of a heading. */
const headingPx = 28;

/** A row of the grid: a heading, or items with their places in the list. */
type Row<Item> = { heading?: string; items: { item: Item; place: number }[] };

function rowsOf<Item>(
  items: readonly Item[],
  columns: number,
  headingOf: ((item: Item) => string) | undefined,
): Row<Item>[] {
  const rows: Row<Item>[] = [];
  let heading = "";
  for (const [index, item] of items.entries()) {
    const next = headingOf?.(item) ?? "";
    if (next !== heading) rows.push(next === "" ? { items: [] } : { heading: next, items: [] });
    const last = rows.at(-1);
    const isFull = last?.heading !== undefined || last?.items.length === columns;
    const row = last === undefined || isFull ? { items: [] } : last;
    if (row !== last) rows.push(row);
    row.items.push({ item, place: index + 1 });
    heading = next;
  }
  return rows;
}

/** A height belongs to its item only where an item has a row of its own. */
function keyOf<Item extends { id: string }>(
  row: Row<Item> | undefined,
  columns: number,
  index: number,
): string | number {
  if (row?.heading !== undefined) return `heading ${row.heading}`;
  return columns === 1 ? (row?.items[0]?.item.id ?? index) : index;
}
