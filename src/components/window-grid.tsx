import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import { usePlace } from "../hooks/use-place.ts";

interface WindowGridProps<Item> {
  /** What the items are. */
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

/** Items in as many columns as fit. Only rows near the window exist, so that thousands scroll smoothly. */
export function WindowGrid<Item extends { id: string }>(props: WindowGridProps<Item>) {
  const { label, items, minItemPx = Infinity, gapPx = 0, labelledBy, nameOf, renderItem } = props;
  const gridRef = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(gridRef);
  const columns = Math.max(1, Math.floor((width + gapPx) / (minItemPx + gapPx)));
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => props.rowPx,
    getItemKey: (row) => items[row * columns]?.id ?? row,
    gap: gapPx,
    overscan: columns > 1 ? 3 : 6,
    scrollMargin: top,
  });

  return (
    <div
      ref={gridRef}
      role="list"
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((row) => (
        <div
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          role="presentation"
          className="absolute inset-x-0 top-0 grid"
          style={{
            gap: gapPx,
            gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`,
            transform: `translateY(${String(row.start - top)}px)`,
          }}
        >
          {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
            <div
              key={item.id}
              role="listitem"
              aria-labelledby={labelledBy?.(item)}
              aria-label={nameOf?.(item)}
              aria-setsize={items.length}
              aria-posinset={row.index * columns + column + 1}
              className="flex min-w-0"
            >
              {renderItem(item)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
