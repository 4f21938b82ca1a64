import { measureElement, useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { type Span, useDrawnSpan } from "../hooks/use-drawn-span.ts";
import { focusedItem } from "../hooks/use-focus-kept.ts";
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
 * Items in as many columns as fit. Only rows near the window exist, so that thousands scroll smoothly, and the item that has the
 * focus, however far away it is. An item that moves into another row keeps its focus and its open menu.
 */
export function WindowGrid<Item extends { id: string }>(props: WindowGridProps<Item>) {
  const { label, items, minItemPx = Infinity, gapPx = 0, headingOf } = props;
  const gridRef = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(gridRef);
  const columns = Math.max(1, Math.floor((width + gapPx) / (minItemPx + gapPx)));
  const allRows = useMemo(() => rowsOf(items, columns, headingOf), [items, columns, headingOf]);
  // A row that is not measured yet is as high as the last one that was: its arrival then moves nothing.
  const rowPx = useRef(props.rowPx);
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: allRows.length,
    estimateSize: (row) => (allRows[row]?.heading === undefined ? rowPx.current : headingPx),
    measureElement: (element, entry, instance) => {
      const px = measureElement(element, entry, instance);
      if (allRows[instance.indexFromElement(element)]?.heading === undefined) rowPx.current = px;
      return px;
    },
    getItemKey: useCallback((row: number) => keyOf(allRows, columns, row), [allRows, columns]),
    gap: gapPx,
    initialRect: useFirstRect(minItemPx),
    overscan: columns > 1 ? 3 : 6,
    scrollMargin: top,
  });
  const wantedRows = virtualizer.getVirtualItems();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 };
  const drawn = useDrawnSpan(
    itemsOf(allRows, wantedRows[0]?.index, wantedRows.at(-1)?.index),
    itemsOf(allRows, startIndex, endIndex),
  );
  const rows = wantedRows.filter(({ index }) => touches(allRows[index], drawn));
  const first = rows[0]?.index ?? 0;
  const base = first - (first % LINES_KEPT);
  // The lines before the first row are empty: each is as high as the gap behind it.
  const shift = (rows[0]?.start ?? top) - top - (first - base) * gapPx;
  const isDrawn = ({ place }: { place: number }) => place > drawn.from && place <= drawn.to;
  const inLines = rows.flatMap(({ index }) => allRows[index]?.items.filter(isDrawn) ?? []);
  const shown = withFocused(inLines, focusedOf(allRows));
  const startOf = (row: number) => virtualizer.measurementsCache[row]?.start ?? 0;

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
          <GridRow
            key={row.key}
            index={row.index}
            line={row.index - base + 1}
            heading={allRows[row.index]?.heading}
            // A row of which a part is drawn keeps its height, and is measured when it is whole.
            height={isWhole(allRows[row.index], drawn) ? undefined : row.size}
            measure={virtualizer.measureElement}
          />
        ))}
        {shown.map((cell) => (
          <Cell
            key={cell.item.id}
            item={cell.item}
            place={cell.place}
            area={`${isDrawn(cell) ? String(cell.row - base + 1) : "auto"} / ${String(cell.column + 1)}`}
            top={isDrawn(cell) ? undefined : startOf(cell.row) - top}
            count={items.length}
            labelledBy={props.labelledBy}
            nameOf={props.nameOf}
            renderItem={props.renderItem}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * The part of the page that a grid takes for the window in its first drawing. One that can have a single column has its first rows
 * in it; where there may be more, they have to be measured before.
 */
function useFirstRect(minItemPx: number): { width: number; height: number } {
  const [rect] = useState(() => {
    const { innerWidth: width, innerHeight: height } = window;
    return { width, height: width < 2 * minItemPx ? height : 0 };
  });
  return rect;
}

/** A row behind its items, as high as they are or as `height` says; it has the heading of a group. */
function GridRow(props: {
  index: number;
  line: number;
  heading: string | undefined;
  height: number | undefined;
  measure: (element: HTMLDivElement | null) => void;
}) {
  const { index, line, heading, height, measure } = props;
  return (
    <div
      ref={height === undefined ? measure : null}
      data-index={index}
      role="presentation"
      className="col-span-full"
      style={{ gridRow: line, height }}
    >
      {heading !== undefined && (
        // The names of the items tell the same to whoever hears the list.
        <p aria-hidden className="pt-2 text-sm font-semibold text-ink-muted">
          {heading}
        </p>
      )}
    </div>
  );
}

interface CellProps<Item> {
  labelledBy: ((item: Item) => string) | undefined;
  nameOf: ((item: Item) => string | undefined) | undefined;
  renderItem: (item: Item) => ReactNode;
  item: Item;
  place: number;
  count: number;
  /** Its line and its column of the grid. */
  area: string;
  /** Its distance from the top of the grid, where its line is not drawn. */
  top: number | undefined;
}

/** An item in its place; drawn anew when it or its place changes, and not by each frame of scrolling. */
const Cell = memo(function Cell<Item extends { id: string }>(props: CellProps<Item>) {
  const { item, place, count, area, top, labelledBy, nameOf, renderItem } = props;
  return (
    <div
      role="listitem"
      data-item={item.id}
      aria-labelledby={labelledBy?.(item)}
      aria-label={nameOf?.(item)}
      aria-setsize={count}
      aria-posinset={place}
      // The inside of an item affects no other item: a frame of scrolling paints half. Shadows and focus rings reach out.
      className="flex min-w-0 contain-layout contain-style supports-[overflow-clip-margin:1px]:contain-paint [overflow-clip-margin:8px]"
      style={{ gridArea: area, position: top === undefined ? undefined : "absolute", top }}
    >
      {renderItem(item)}
    </div>
  );
}) as <Item extends { id: string }>(props: CellProps<Item>) => ReactNode;

/** The lines of the grid that rows keep while others come and go: a line that changes lays out its items anew. */
const LINES_KEPT = 24;

/** A first guess at the height of a heading. */
const headingPx = 28;

/** An item with its place in the list, its row and its column. */
type Placed<Item> = { item: Item; place: number; row: number; column: number };

/** A row of the grid: a heading, or items. The items before it are so many. */
type Row<Item> = { heading?: string; from: number; items: Placed<Item>[] };

/** These items, and the one that has the focus, in its order: without it the focus would be lost. */
function withFocused<Item>(
  cells: readonly Placed<Item>[],
  focused: Placed<Item> | undefined,
): readonly Placed<Item>[] {
  if (focused === undefined || cells.includes(focused)) return cells;
  const isFirst = focused.place < (cells[0]?.place ?? Infinity);
  return isFirst ? [focused, ...cells] : [...cells, focused];
}

/** The item that has the focus in it. */
function focusedOf<Item extends { id: string }>(
  rows: readonly Row<Item>[],
): Placed<Item> | undefined {
  const id = focusedItem();
  if (id === undefined) return undefined;
  for (const { items } of rows) {
    const found = items.find(({ item }) => item.id === id);
    if (found) return found;
  }
  return undefined;
}

function rowsOf<Item>(
  items: readonly Item[],
  columns: number,
  headingOf: ((item: Item) => string) | undefined,
): Row<Item>[] {
  const rows: Row<Item>[] = [];
  let heading = "";
  for (const [from, item] of items.entries()) {
    const next = headingOf?.(item) ?? "";
    if (next !== heading)
      rows.push(next === "" ? { from, items: [] } : { heading: next, from, items: [] });
    const last = rows.at(-1);
    const isFull = last?.heading !== undefined || last?.items.length === columns;
    const row = last === undefined || isFull ? { from, items: [] } : last;
    if (row !== last) rows.push(row);
    row.items.push({ item, place: from + 1, row: rows.length - 1, column: row.items.length });
    heading = next;
  }
  return rows;
}

/** The items of the rows from one to another. */
function itemsOf(rows: readonly Row<unknown>[], first = 0, last = -1): Span {
  const [start, end] = [rows[first], rows[last]];
  return { from: start?.from ?? 0, to: end === undefined ? 0 : end.from + end.items.length };
}

function isWhole(row: Row<unknown> | undefined, { from, to }: Span): boolean {
  return row !== undefined && row.from >= from && row.from + row.items.length <= to;
}

/** True where an item of a row is drawn; a heading is drawn with what it stands above. */
function touches(row: Row<unknown> | undefined, drawn: Span): boolean {
  if (row === undefined) return false;
  if (row.items.length === 0) return isWhole(row, drawn);
  return row.from < drawn.to && row.from + row.items.length > drawn.from;
}

/** A height belongs to its item only where an item has a row of its own. A heading is that of the item behind it: two may be equal. */
function keyOf<Item extends { id: string }>(
  rows: readonly Row<Item>[],
  columns: number,
  index: number,
): string | number {
  const row = rows[index];
  if (row?.heading !== undefined) return `heading of ${rows[index + 1]?.items[0]?.item.id ?? ""}`;
  return columns === 1 ? (row?.items[0]?.item.id ?? index) : index;
}
