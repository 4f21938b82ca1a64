import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "../../lib/cn.ts";
import type { PoolSort } from "./pool-search.ts";

/** The order of the pool: a column and its direction. */
export type PoolOrder = { sort: PoolSort; descending: boolean };

interface SortHeaderProps {
  sort: PoolSort;
  label: string;
  order: PoolOrder;
  onOrder: (order: PoolOrder) => void;
}

/** The head of a column: a click sorts by it, another click reverses the order. */
export function SortHeader({ sort, label, order, onOrder }: SortHeaderProps) {
  const isOrdered = order.sort === sort;
  const descending = isOrdered && order.descending;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isOrdered ? (descending ? "descending" : "ascending") : "none"}
      className="p-0 text-left font-medium"
    >
      <button
        type="button"
        onClick={() => onOrder({ sort, descending: isOrdered && !order.descending })}
        className="group -ml-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 hover:text-ink touch:h-11"
      >
        {label}
        <Arrow
          aria-hidden
          className={cn(
            "size-3.5 transition-opacity",
            isOrdered ? "text-accent-text" : "opacity-0 group-hover:opacity-60",
          )}
        />
      </button>
    </th>
  );
}
