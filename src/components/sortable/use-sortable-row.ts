import type { DraggableAttributes, DraggableSyntheticListeners } from "@dnd-kit/core";
import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { CSSProperties } from "react";

/** The properties that the handle of a row needs. */
export interface RowHandle {
  setHandle: (element: HTMLElement | null) => void;
  attributes: DraggableAttributes;
  listeners: DraggableSyntheticListeners;
}

/** One row of a `SortableList`: put `setRow` and `style` on its element, `handle` on its handle. */
export function useSortableRow(id: string, disabled = false) {
  const sortable = useSortable({ id, disabled });
  const style: CSSProperties = {
    transform: CSS.Translate.toString(sortable.transform),
    transition: sortable.transition,
    // The dragged row lies above its neighbours, and is rendered even when the keyboard has moved it off the screen.
    ...(sortable.isDragging ? { zIndex: 10, contentVisibility: "visible" } : {}),
  };
  const handle: RowHandle = {
    setHandle: sortable.setActivatorNodeRef,
    attributes: sortable.attributes,
    listeners: sortable.listeners,
  };
  return { setRow: sortable.setNodeRef, style, isDragging: sortable.isDragging, handle };
}
