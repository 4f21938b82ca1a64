import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { type Span, useDrawnSpan } from "../hooks/use-drawn-span.ts";
import { focusedItem } from "../hooks/use-focus-kept.ts";
import { usePlace } from "../hooks/use-place.ts";
import { GridStart } from "./grid-start.ts";

interface WindowGridProps<Item> {
  /** The name of the list of items. */
  label: string;
  items: readonly Item[];
  /** The smallest width of an item in px; without it each row has one item. */
  minItemPx?: number;
  gapPx?: number;
  /** A first guess at a row's height; each row is measured when it appears. */
  rowPx: number;
  /** The id of the element that labels an item, or the label itself. */
  labelledBy?: (item: Item) => string;
  nameOf?: (item: Item) => string | undefined;
  /** The heading of the group that an item stands in; "" for none. Equal neighbours share one. */
  headingOf?: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
}

/**
 * A grid with as many columns as fit. Only the rows near the viewport are rendered, so that thousands scroll smoothly,
 * and the item that has the focus. An item that moves into another row keeps its focus and its open menu.
 */
export function WindowGrid<Item extends { id: string }>(props: WindowGridProps<Item>) {
  const { label, items, minItemPx = Infinity, gapPx = 0, headingOf } = props;
  const gridRef = useRef<HTMLDivElement>(null);
  const [start] = useState(() => new GridStart(minItemPx));
  const { width, top } = usePlace(gridRef, !start.isKnown);
  const columns = Math.max(1, Math.floor((width + gapPx) / (minItemPx + gapPx)));
  const allRows = useMemo(() => rowsOf(items, columns, headingOf), [items, columns, headingOf]);
  // A row that is not measured yet takes the height of the last measured one, so that its arrival moves nothing.
  const rowPx = useRef(props.rowPx);
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: allRows.length,
    estimateSize: (row) => (allRows[row]?.heading === undefined ? rowPx.current : headingPx),
    measureElement: (element, entry, instance) => {
      const px = start.measure(element, entry, instance);
      if (allRows[instance.indexFromElement(element)]?.heading === undefined) rowPx.current = px;
      return px;
    },
    getItemKey: useCallback((row: number) => keyOf(allRows, columns, row), [allRows, columns]),
    gap: gapPx,
    ...start.window,
    overscan: columns > 1 ? 3 : Math.min(6, Math.ceil(BEYOND_PX / props.rowPx)),
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
  // Each empty grid line before the first row adds a gap, which the shift leaves out.
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
          // The shift is a padding and no transform: the rows that stay keep their places in the page, and are not
          // repainted.
          paddingTop: shift,
        }}
      >
        {rows.map((row) => (
          <GridRow
            key={row.key}
            index={row.index}
            line={row.index - base + 1}
            heading={allRows[row.index]?.heading}
            // A row that is rendered in part keeps its height; it is measured when it is whole.
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

/** The background of a row, as high as its items or as `height`. It shows the heading of a group. */
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
        // The accessible names of the items say the same.
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
  /** The grid area of the item: its line and its column. */
  area: string;
  /** The distance from the top of the grid in px, for an item whose line is not rendered. */
  top: number | undefined;
}

/** An item in its place. It renders again when the item or its place changes, and not in each frame of scrolling. */
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
      // The CSS containment of an item keeps its changes from other items, which halves the painting of a scroll frame.
      // Shadows and focus rings may still reach out.
      className="flex min-w-0 contain-layout contain-style supports-[overflow-clip-margin:1px]:contain-paint [overflow-clip-margin:8px]"
      style={{ gridArea: area, position: top === undefined ? undefined : "absolute", top }}
    >
      {renderItem(item)}
    </div>
  );
}) as <Item extends { id: string }>(props: CellProps<Item>) => ReactNode;

/** The distance beyond the viewport up to which rows of one column render; at most six rows. */
const BEYOND_PX = 1200;

/** The number of grid lines that a row keeps while others come and go: a new line would lay out its items again. */
const LINES_KEPT = 24;

/** A first guess at the height of a heading. */
const headingPx = 28;

/** An item with its place in the list, its row and its column. */
type Placed<Item> = { item: Item; place: number; row: number; column: number };

/** A row of the grid: a heading, or items. `from` is the number of items before it. */
type Row<Item> = { heading?: string; from: number; items: Placed<Item>[] };

/** These items plus the focused one, in list order: an item that unmounts would lose the focus. */
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

/** True when an item of the row is rendered; a heading is rendered with the items below it. */
function touches(row: Row<unknown> | undefined, drawn: Span): boolean {
  if (row === undefined) return false;
  if (row.items.length === 0) return isWhole(row, drawn);
  return row.from < drawn.to && row.from + row.items.length > drawn.from;
}

/**
 * The React key of a row. A measured height belongs to an item only where each item has a row of its own. A heading has
 * the key of the item after it, because two headings may be equal.
 */
function keyOf<Item extends { id: string }>(
  rows: readonly Row<Item>[],
  columns: number,
  index: number,
): string | number {
  const row = rows[index];
  if (row?.heading !== undefined) return `heading of ${rows[index + 1]?.items[0]?.item.id ?? ""}`;
  return columns === 1 ? (row?.items[0]?.item.id ?? index) : index;
}
