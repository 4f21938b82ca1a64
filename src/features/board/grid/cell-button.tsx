import { EllipsisVertical } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";

/** The width of the button in px; it overlaps the edge of its cell. */
const BUTTON_PX = 18;

interface Place {
  cell: HTMLElement;
  left: number;
  top: number;
  height: number;
}

/**
 * The button that opens the menu of the cell under the pointer. The whole board has one; on the keyboard, Enter in a
 * cell does the same.
 */
export function CellButton(props: {
  scrollerRef: RefObject<HTMLDivElement | null>;
  onPress: (cell: HTMLElement) => void;
}) {
  const { scrollerRef, onPress } = props;
  const [place, setPlace] = useState<Place | null>(null);

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const follow = ({ target, pointerType }: PointerEvent) => {
      if (!(target instanceof Element) || target.closest("[data-slot=cell-button]")) return;
      const cell = target.closest<HTMLElement>("[data-task]");
      setPlace(cell && pointerType === "mouse" ? placeIn(scroller, cell) : null);
    };
    const leave = () => setPlace(null);
    scroller.addEventListener("pointerover", follow);
    scroller.addEventListener("pointerleave", leave);
    return () => {
      scroller.removeEventListener("pointerover", follow);
      scroller.removeEventListener("pointerleave", leave);
    };
  }, [scrollerRef]);

  if (place === null) return null;
  return (
    <button
      type="button"
      data-slot="cell-button"
      tabIndex={-1}
      aria-label={`Menu of ${place.cell.getAttribute("aria-label") ?? "this task"}`}
      className="absolute inline-flex items-center justify-center rounded-sm text-ink-muted hover:bg-sunken hover:text-ink"
      style={{ left: place.left, top: place.top, height: place.height, width: BUTTON_PX }}
      onClick={() => onPress(place.cell)}
    >
      <EllipsisVertical aria-hidden className="size-3.5" />
    </button>
  );
}

function placeIn(scroller: HTMLElement, cell: HTMLElement): Place {
  const frame = scroller.getBoundingClientRect();
  const box = cell.getBoundingClientRect();
  return {
    cell,
    left: box.right - frame.left - scroller.clientLeft + scroller.scrollLeft - BUTTON_PX,
    top: box.top - frame.top - scroller.clientTop + scroller.scrollTop,
    height: box.height,
  };
}
