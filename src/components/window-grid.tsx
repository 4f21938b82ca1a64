import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useRef } from "react";
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
  renderItem: (item: Item) => ReactNode;
}

/**
 * Items in as many columns as fit. Only rows near the window exist, so that thousands scroll smoothly; an item that moves
 * into another row keeps its focus and its open menu.
 */
export function WindowGrid<Item extends { id: string }>(props: WindowGridProps<Item>) {
  const { label, items, minItemPx = Infinity, gapPx = 0, labelledBy, nameOf, renderItem } = props;
  const gridRef = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(gridRef);
  const columns = Math.max(1, Math.floor((width + gapPx) / (minItemPx + gapPx)));
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => props.rowPx,
    // A height belongs to its item only where an item has a row of its own.
    getItemKey: useCallback(
      (row: number) => (columns === 1 ? (items[row]?.id ?? row) : row),
      [items, columns],
    ),
    gap: gapPx,
    overscan: columns > 1 ? 3 : 6,
    scrollMargin: top,
  });
  const rows = virtualizer.getVirtualItems();
  const from = (rows[0]?.index ?? 0) * columns;
  const shown = items.slice(from, from + rows.length * columns);

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
          transform: `translateY(${String((rows[0]?.start ?? top) - top)}px)`,
        }}
      >
        {rows.map((row, at) => (
          <div
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            role="presentation"
            className="col-span-full"
            style={{ gridRow: at + 1 }}
          />
        ))}
        {shown.map((item, at) => (
          <div
            key={item.id}
            role="listitem"
            aria-labelledby={labelledBy?.(item)}
            aria-label={nameOf?.(item)}
            aria-setsize={items.length}
            aria-posinset={from + at + 1}
            className="flex min-w-0"
            style={{
              gridArea: `${String(Math.floor(at / columns) + 1)} / ${String((at % columns) + 1)}`,
            }}
          >
            {renderItem(item)}
          </div>
        ))}
      </div>
    </div>
  );
}
