/** A finger that rests this long means more than a tap. */
const LONG_PRESS_MS = 450;
/** A finger that moves this far scrolls. */
const MOVE_PX = 8;

/**
 * Calls back when a finger rests on something in an area; `take` says whether it did anything. The click that ends such a
 * press is no tap. What it returns ends that.
 */
export function followLongPress(
  area: HTMLElement,
  take: (target: EventTarget | null) => boolean,
): () => void {
  let press: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  let wasLong = false;
  const end = () => {
    if (press) clearTimeout(press.timer);
    press = null;
  };
  const onDown = ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
    wasLong = false;
    end();
    if (pointerType === "mouse") return;
    const timer = setTimeout(() => {
      wasLong = take(target);
    }, LONG_PRESS_MS);
    press = { x, y, timer };
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > MOVE_PX) end();
  };
  // Some browsers take a long press for a right click.
  const onTap = (event: MouseEvent) => {
    if (!wasLong) return;
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
