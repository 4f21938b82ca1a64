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
  /** Off: rows stay where they are, and their handles are gone. */
  disabled?: boolean;
  /** Told the ids in their new order when a row was let go in another place. */
  onReorder: (ids: string[]) => void;
  /** The list; its rows use `useSortableRow`. */
  children: ReactNode;
}

/** Makes the rows of one list movable by pointer, finger and keyboard, and says aloud what happens. */
export function SortableList({ items, disabled = false, onReorder, children }: SortableListProps) {
  const [dragging, setDragging] = useState(false);
  const sensors = useSensors(
    useSensor(PointerSensor, BY_POINTER),
    useSensor(KeyboardSensor, BY_KEYBOARD),
  );
  // Every row renders with another array of ids or other options: the same order has the same ones.
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

// A click on the handle is no drag yet.
const BY_POINTER = { activationConstraint: { distance: 4 } };
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };
const VERTICAL = [({ transform }: { transform: Transform }) => ({ ...transform, x: 0 })];
type Transform = { x: number; y: number; scaleX: number; scaleY: number };

/** Escape puts the row back; a dialog around the list must not take the same key as its own. */
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
