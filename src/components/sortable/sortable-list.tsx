import { type ReactNode, useId, useMemo, useState } from "react";
import { useStore } from "../../hooks/use-store.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { RowsContext, SortableRows } from "./sortable-rows.ts";

interface SortableListProps {
  items: readonly { id: string; name: string }[];
  /** True fixes the rows; they show no handles then. */
  disabled?: boolean;
  /** Called with the ids in their new order after a row was dropped in another place. */
  onReorder: (ids: string[]) => void;
  /** The list; its rows use `useSortableRow`. */
  children: ReactNode;
}

/** The code that moves rows. Screens load it after their first answers. */
export const LazyMoves = lazyPart(async () => ({
  default: (await import("./sortable-moves.tsx")).SortableMoves,
}));

/**
 * Makes the rows of a list movable by pointer, finger and keyboard. The code that moves rows renders with the first use
 * of a handle, beside the list: it costs as much time as the rows, and people move few of them.
 */
export function SortableList({ items, disabled = false, onReorder, children }: SortableListProps) {
  const [rows] = useState(() => new SortableRows());
  const instructionsId = useId();
  const isUsed = useStore(rows.isUsed, (now) => now);
  return (
    <RowsContext value={useMemo(() => ({ rows, instructionsId }), [rows, instructionsId])}>
      {children}
      <p id={instructionsId} hidden>
        {INSTRUCTIONS}
      </p>
      {isUsed && <LazyMoves items={items} disabled={disabled} rows={rows} onReorder={onReorder} />}
    </RowsContext>
  );
}

/** The instructions that a screen reader says at a handle. */
const INSTRUCTIONS =
  "Press Space to pick up, the arrow keys to move, Space again to drop, and Escape to put back.";
