import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { Card } from "../../components/ui/card.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useCan } from "../../hooks/use-viewer.ts";
import { UnitCard, type UnitCardActions } from "./unit-card.tsx";
import type { UnitListItem } from "./unit-types.ts";

/** Cards are at least this wide, so that their four buttons fit. */
const MIN_CARD_PX = 264;
const GAP_PX = 12;
/** A first guess at a row's height; each row is measured when it appears. */
const ROW_PX = 300;

/** Unit cards in as many columns as fit. Only rows near the window exist, so that 500 units scroll smoothly. */
export function UnitGrid(props: { units: readonly UnitListItem[]; actions: UnitCardActions }) {
  const { units, actions } = props;
  const mayChangeUnits = useCan("unit:write");
  const mayAssign = useCan("task:write");
  const gridRef = useRef<HTMLDivElement>(null);
  const { columns, top } = useGridPlace(gridRef);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(units.length / columns),
    estimateSize: () => ROW_PX,
    gap: GAP_PX,
    overscan: 3,
    scrollMargin: top,
  });

  return (
    <div
      ref={gridRef}
      role="list"
      aria-label="Units"
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
            gap: GAP_PX,
            gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`,
            transform: `translateY(${String(row.start - top)}px)`,
          }}
        >
          {units.slice(row.index * columns, (row.index + 1) * columns).map((unit, column) => (
            <div
              key={unit.id}
              role="listitem"
              aria-setsize={units.length}
              aria-posinset={row.index * columns + column + 1}
              className="flex min-w-0"
            >
              <UnitCard
                unit={unit}
                actions={actions}
                mayDelete={mayChangeUnits}
                mayAssign={mayAssign}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** How many columns fit, and where in the document the grid begins; known before the first paint. */
function useGridPlace(gridRef: { current: HTMLElement | null }) {
  const [place, setPlace] = useState({ columns: 1, top: 0 });
  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (!grid) return;
    const measure = () => {
      const box = grid.getBoundingClientRect();
      const columns = Math.max(1, Math.floor((box.width + GAP_PX) / (MIN_CARD_PX + GAP_PX)));
      const top = Math.round(box.top + window.scrollY);
      setPlace((old) => (old.columns === columns && old.top === top ? old : { columns, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    // What stands above the grid can grow or shrink without touching the grid's own size.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [gridRef]);
  return place;
}

/** Holds the grid's place while the units load. */
export function UnitGridSkeleton() {
  return (
    <div aria-busy className="grid gap-4">
      <Skeleton className="h-7 w-96 max-w-full touch:h-9" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,264px),1fr))] gap-3">
        {Array.from({ length: 8 }, (_, index) => (
          <Card key={index} className="h-[18.75rem] gap-4 p-3.5">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-8" />
            <Skeleton className="h-24" />
          </Card>
        ))}
      </div>
    </div>
  );
}
