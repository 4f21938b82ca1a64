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
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { announcementsFor } from "./announcements.ts";
import type { SortableRow, SortableRows } from "./sortable-rows.ts";

interface SortableMovesProps {
  items: readonly { id: string; name: string }[];
  disabled: boolean;
  rows: SortableRows;
  onReorder: (ids: string[]) => void;
}

/** Moves the rows of a list by pointer, finger and keyboard, and announces each step to screen readers. */
export function SortableMoves({ items, disabled, rows, onReorder }: SortableMovesProps) {
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
  // This effect runs after those of the context, which announces a first step too.
  useEffect(() => rows.catchUp(), [rows]);

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
        // The list describes its handles itself.
        screenReaderInstructions: { draggable: "" },
      }}
      onDragStart={() => setDragging(true)}
      onDragCancel={() => setDragging(false)}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={disabled}>
        {ids.map((id) => (
          <RowInMoves key={id} row={rows.of(id)} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

/** Represents a row, whose element is in the list, in the code that moves rows. */
function RowInMoves({ row }: { row: SortableRow }) {
  const sortable = useSortable({ id: row.id });
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging, transition } = sortable;
  const transform = CSS.Translate.toString(sortable.transform);
  useLayoutEffect(
    () => row.connect({ setRow: setNodeRef, setHandle: setActivatorNodeRef }),
    [row, setNodeRef, setActivatorNodeRef],
  );
  useLayoutEffect(() => {
    row.update(listeners, { transform, transition, isDragging });
  });
  return null;
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
