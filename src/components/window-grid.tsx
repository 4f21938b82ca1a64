import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface CardGridProps<Item> {
  /** What the cards are. */
  label: string;
  items: readonly Item[];
  /** Cards are at least this wide. */
  minCardPx: number;
  gapPx: number;
  /** A first guess at a row's height; each row is measured when it appears. */
  rowPx: number;
  /** The id of the element that names a card's list item. */
  labelledBy?: (item: Item) => string;
  renderCard: (item: Item) => ReactNode;
}

/** Cards in as many columns as fit. Only rows near the window exist, so that hundreds scroll smoothly. */
export function CardGrid<Item extends { id: string }>(props: CardGridProps<Item>) {
  const { label, items, gapPx, labelledBy, renderCard } = props;
  const gridRef = useRef<HTMLDivElement>(null);
  const { columns, top } = useGridPlace(gridRef, props);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => props.rowPx,
    gap: gapPx,
    overscan: 3,
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
              aria-setsize={items.length}
              aria-posinset={row.index * columns + column + 1}
              className="flex min-w-0"
            >
              {renderCard(item)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

type Sizes = { minCardPx: number; gapPx: number };

/** How many columns fit, and where in the document the grid begins; known before the first paint. */
function useGridPlace(gridRef: { current: HTMLElement | null }, { minCardPx, gapPx }: Sizes) {
  const [place, setPlace] = useState({ columns: 1, top: 0 });
  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (!grid) return;
    const measure = () => {
      const box = grid.getBoundingClientRect();
      const columns = Math.max(1, Math.floor((box.width + gapPx) / (minCardPx + gapPx)));
      const top = Math.round(box.top + window.scrollY);
      setPlace((old) => (old.columns === columns && old.top === top ? old : { columns, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    // What stands above the grid can grow or shrink without touching the grid's own size.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [gridRef, minCardPx, gapPx]);
  return place;
}
