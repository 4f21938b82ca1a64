import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useRef } from "react";
import { roomBefore, useFocusKept } from "../../../hooks/use-focus-kept.ts";
import { usePrinting } from "../../../hooks/use-printing.ts";
import { cn } from "../../../lib/cn.ts";
import { OrderButton, sortOf } from "./order-button.tsx";
import { type Column, textOf } from "./report-columns.tsx";
import type { ReportOrder } from "./report-order.ts";
import { ReportTable, SpacerRow } from "./report-table.tsx";
import { UnitLink, type UnitPlace } from "../run/unit-link.tsx";

/** All rows have one height, so that thousands need no measuring. */
const ROW_PX = 44;

const idOf = ({ unitId }: { unitId: string }) => unitId;

interface UnitTableProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  placeOf: (row: Row) => UnitPlace | undefined;
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
}

/** A report with one row for each unit. Only rows near the viewport are rendered; a print has all of them. */
export function UnitTable<Row extends { unitId: string }>(props: UnitTableProps<Row>) {
  const { rows, columns, placeOf, order, onOrder } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    rangeExtractor: useFocusKept(rows, { idOf }),
  });
  const width = columns.reduce((sum, { px }) => sum + px, 0);
  const shown = virtualizer.getVirtualItems();
  const indexes = isPrinting ? rows.keys() : shown.map(({ index }) => index);

  return (
    <ReportTable
      ref={scrollRef}
      label="Units"
      minWidth={width}
      rowCount={rows.length}
      columnCount={columns.length}
    >
      <colgroup>
        {columns.map(({ title, px }) => (
          <col key={title} style={{ width: `${String((100 * px) / width)}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column, index) => (
            <Head
              key={column.title}
              column={column}
              isFirst={index === 0}
              order={order}
              onOrder={onOrder}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {!isPrinting && <SpacerRow height={roomBefore(shown, 0)} />}
        {[...indexes].map((index, at) => {
          const row = rows[index];
          return (
            row && (
              <Fragment key={row.unitId}>
                {!isPrinting && at > 0 && <SpacerRow height={roomBefore(shown, at)} />}
                <UnitRow {...{ row, index, columns }} place={placeOf(row)} />
              </Fragment>
            )
          );
        })}
        {!isPrinting && (
          <SpacerRow height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        )}
      </tbody>
    </ReportTable>
  );
}

function Head<Row>(props: {
  column: Column<Row>;
  isFirst: boolean;
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
}) {
  const { column, isFirst, order, onOrder } = props;
  const { title, isText = false } = column;
  return (
    <th
      scope="col"
      aria-sort={sortOf(order, title)}
      className={cn(
        "group sticky top-0 z-10 h-9 border-b border-line bg-sunken px-1 text-xs font-medium text-ink-muted touch:h-11",
        isText ? "text-left" : "text-right",
        isFirst && "left-0 z-20",
      )}
    >
      <OrderButton
        column={title}
        order={order}
        onOrder={onOrder}
        className={cn("h-full max-w-full px-2", isText || "flex-row-reverse")}
      >
        {title}
      </OrderButton>
    </th>
  );
}

function UnitRow<Row extends { unitId: string }>(props: {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  place: UnitPlace | undefined;
}) {
  const { row, index, columns, place } = props;
  const [first, ...others] = columns;
  const name = String(first?.value(row) ?? "");
  return (
    <tr
      aria-rowindex={index + 2}
      data-item={row.unitId}
      style={{ height: ROW_PX }}
      className="hover:bg-hover"
    >
      <th
        scope="row"
        className="sticky left-0 z-1 border-b border-line bg-surface px-3 text-left font-medium text-ink"
        title={name}
      >
        <UnitLink place={place} className="line-clamp-2 break-words">
          {name}
        </UnitLink>
      </th>
      {others.map((column) => (
        <td
          key={column.title}
          title={column.title === "Project" ? String(column.value(row)) : undefined}
          className={cn(
            "border-b border-line px-3",
            column.isText ? "text-left" : "text-right tabular-nums",
            column.title === "Project" && "text-ink-muted",
            column.isAlarm?.(row) && "font-medium text-danger-text",
          )}
        >
          {column.title === "Project" ? (
            <span className="line-clamp-2 break-words">{textOf(column, row)}</span>
          ) : (
            textOf(column, row)
          )}
        </td>
      ))}
    </tr>
  );
}
