import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../../lib/cn.ts";
import { nextOrder, type ReportOrder } from "./report-order.ts";

interface OrderButtonProps {
  /** The name of the column in the sort order. */
  column: string;
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
  /** The accessible name, for a button without text. */
  label?: string;
  className?: string;
  children?: ReactNode;
}

const ORDERED = "text-accent-text";
const HIDDEN = "opacity-0 group-hover:opacity-60 print:hidden";
const QUIET =
  "text-ink-faint group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0 print:hidden";

/** The `aria-sort` value of a column's head. */
export function sortOf(order: ReportOrder, column: string): "ascending" | "descending" | "none" {
  if (order === column) return "ascending";
  return order === `-${column}` ? "descending" : "none";
}

/**
 * A button that sorts the rows by a column. Its head must have the class `group`, which shows the arrow on hover. On
 * paper it is plain text: Chromium leaves buttons out of the heads that it repeats.
 */
export function OrderButton(props: OrderButtonProps) {
  const { column, order, onOrder, label, className, children } = props;
  const sort = sortOf(order, column);
  const Arrow = sort === "descending" ? ArrowDown : ArrowUp;
  // A button without text must be visible on devices that cannot hover.
  const atRest = children === undefined ? QUIET : HIDDEN;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => onOrder(nextOrder(order, column))}
      className={cn(
        "inline-flex items-center gap-0.5 rounded-md hover:text-ink print:contents",
        className,
      )}
    >
      {children}
      <Arrow aria-hidden className={cn("size-3 shrink-0", sort === "none" ? atRest : ORDERED)} />
    </button>
  );
}
