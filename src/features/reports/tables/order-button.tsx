import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../../lib/cn.ts";
import { nextOrder, type ReportOrder } from "./report-order.ts";

interface OrderButtonProps {
  /** The name of the column in the order. */
  column: string;
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
  /** The purpose of the button, where it has no text. */
  label?: string;
  className?: string;
  children?: ReactNode;
}

const ORDERED = "text-accent-text";
const HIDDEN = "opacity-0 group-hover:opacity-60 print:hidden";
const QUIET =
  "text-ink-faint group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0 print:hidden";

/** The direction in which the rows stand by a column, as its head tells it. */
export function sortOf(order: ReportOrder, column: string): "ascending" | "descending" | "none" {
  if (order === column) return "ascending";
  return order === `-${column}` ? "descending" : "none";
}

/** Puts the rows in the order of a column; its head is the group that shows the arrow under the pointer. */
export function OrderButton(props: OrderButtonProps) {
  const { column, order, onOrder, label, className, children } = props;
  const sort = sortOf(order, column);
  const Arrow = sort === "descending" ? ArrowDown : ArrowUp;
  // Without a text there is nothing else to see where no pointer hovers.
  const atRest = children === undefined ? QUIET : HIDDEN;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => onOrder(nextOrder(order, column))}
      className={cn("inline-flex items-center gap-0.5 rounded-md hover:text-ink", className)}
    >
      {children}
      <Arrow aria-hidden className={cn("size-3 shrink-0", sort === "none" ? atRest : ORDERED)} />
    </button>
  );
}
