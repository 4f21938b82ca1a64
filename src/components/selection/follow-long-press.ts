import { LongPress } from "../../lib/long-press.ts";

/**
 * Calls `take` when a finger rests on something in an area; `take` returns true when it did something. The click that
 * ends a long press is suppressed. Returns a function that removes the listeners.
 */
export function followLongPress(
  area: HTMLElement,
  take: (target: EventTarget | null) => boolean,
): () => void {
  const press = new LongPress();
  const end = () => press.end();
  const onDown = (event: PointerEvent) => {
    const { target } = event;
    press.begin(event, () => take(target));
  };
  const onMove = (event: PointerEvent) => press.move(event);
  // Some browsers send a right click for a long press.
  const onTap = (event: MouseEvent) => {
    if (!press.wasLong) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leaving = new AbortController();
  const options = { capture: true, signal: leaving.signal };
  area.addEventListener("pointerdown", onDown, options);
  area.addEventListener("pointermove", onMove, options);
  area.addEventListener("pointerup", end, options);
  area.addEventListener("pointercancel", end, options);
  area.addEventListener("click", onTap, options);
  area.addEventListener("contextmenu", onTap, options);
  return () => {
    end();
    leaving.abort();
  };
}
