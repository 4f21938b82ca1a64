import { useMemo } from "react";
import { compareNames } from "../../../../convex/rules/urgency.ts";
import type { Column } from "./report-columns.tsx";

/**
 * The sort order of a report: the name of a column, with a minus for descending order; null keeps the order of reading.
 */
export type ReportOrder = string | null;

/** The order after a click on the head of a column: ascending, then descending, then the order of reading. */
export function nextOrder(order: ReportOrder, title: string): ReportOrder {
  if (order === title) return `-${title}`;
  return order === `-${title}` ? null : title;
}

/** The rows in a sort order; rows without a value come last in both directions. */
export function useOrdered<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Column<Row>, "title" | "value">[],
  order: ReportOrder,
): readonly Row[] {
  return useMemo(() => {
    const column = columns.find(({ title }) => order === title || order === `-${title}`);
    if (column === undefined) return rows;
    const direction = order === column.title ? 1 : -1;
    return rows.toSorted((a, b) => compareValues(column.value(a), column.value(b), direction));
  }, [rows, columns, order]);
}

type Value = string | number | null;

function compareValues(a: Value, b: Value, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return direction * (a - b);
  return direction * compareNames(String(a), String(b));
}
