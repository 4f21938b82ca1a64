import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { announcementsFor, instructions } from "./announcements.ts";

interface SortableListProps {
  items: readonly { id: string; name: string }[];
  /** True fixes the rows and hides their handles. */
  disabled?: boolean;
  /** Called with the ids in their new order after a row was dropped in another place. */
  onReorder: (ids: string[]) => void;
  /** The list; its rows use `useSortableRow`. */
  children: ReactNode;
}

/** Makes the rows of a list movable by pointer, finger and keyboard, and announces each step to screen readers. */
export function SortableList({ items, disabled = false, onReorder, children }: SortableListProps) {
  const [dragging, setDragging] = useState(false);
  const sensors = useSensors(
    useSensor(PointerSensor, BY_POINTER),
    useSensor(KeyboardSensor, BY_KEYBOARD),
  );
  // A new array of ids or new options render every row again, so an equal order keeps the same array.
  const order = JSON.stringify(items.map((item) => item.id));
  const ids = useMemo(() => JSON.parse(order) as string[], [order]);
  const announcements = useMemo(() => announcementsFor(items), [items]);
  useKeepEscape(dragging);

  const drop = ({ active, over }: DragEndEvent) => {
    setDragging(false);
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (from !== -1 && to !== -1 && from !== to) onReorder(arrayMove(ids, from, to));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={VERTICAL}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: instructions },
      }}
      onDragStart={() => setDragging(true)}
      onDragCancel={() => setDragging(false)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={disabled}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

// A click on the handle starts no drag.
const BY_POINTER = { activationConstraint: { distance: 4 } };
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };
const VERTICAL = [({ transform }: { transform: Transform }) => ({ ...transform, x: 0 })];
type Transform = { x: number; y: number; scaleX: number; scaleY: number };

/** Escape puts the dragged row back; a dialog around the list must not close on the same key. */
function useKeepEscape(dragging: boolean): void {
  useEffect(() => {
    if (!dragging) return;
    const keep = (event: KeyboardEvent) => {
      if (event.key === "Escape") event.preventDefault();
    };
    window.addEventListener("keydown", keep, { capture: true });
    return () => window.removeEventListener("keydown", keep, { capture: true });
  }, [dragging]);
}
