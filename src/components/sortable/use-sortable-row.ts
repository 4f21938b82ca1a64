import { type CSSProperties, useContext } from "react";
import { useStore } from "../../hooks/use-store.ts";
import { RowsContext, type SortableRow } from "./sortable-rows.ts";

/** The properties that the handle of a row needs. */
export interface RowHandle extends Pick<
  SortableRow,
  "setHandle" | "use" | "pressPointer" | "pressKey"
> {
  instructionsId: string;
  isDragging: boolean;
}

/** One row of a `SortableList`: put `setRow` and `style` on its element, `handle` on its handle. */
export function useSortableRow(id: string) {
  const context = useContext(RowsContext);
  if (context === null) throw new Error("A sortable row is outside of its list");
  const { rows, instructionsId } = context;
  const row = rows.of(id);
  const { transform, transition, isDragging } = useStore(row.look, (look) => look);
  const style: CSSProperties = {
    transform,
    transition,
    // The dragged row lies above its neighbours, and is rendered even when the keyboard has moved it off the screen.
    ...(isDragging ? { zIndex: 10, contentVisibility: "visible" } : {}),
  };
  const { setHandle, use, pressPointer, pressKey } = row;
  const handle: RowHandle = { setHandle, use, pressPointer, pressKey, instructionsId, isDragging };
  return { setRow: row.setRow, style, isDragging, handle };
}
