/** A finger that rests this long means more than a tap. */
const LONG_PRESS_MS = 450;
/** A finger that moves this far scrolls. */
const MOVE_PX = 8;

type Point = Pick<PointerEvent, "clientX" | "clientY">;
type PressEvent = Point & Pick<PointerEvent, "pointerType">;

/** The press of a finger, which becomes long when it rests. */
export class LongPress {
  #begun: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  #wasLong = false;

  /** True from a long press to the next press: the click and the right click that end it mean nothing more. */
  get wasLong(): boolean {
    return this.#wasLong;
  }

  /** Begins a press; `take` runs when the finger has rested, and says whether it did anything. A mouse presses never long. */
  begin({ pointerType, clientX: x, clientY: y }: PressEvent, take: () => boolean): void {
    this.#wasLong = false;
    this.end();
    if (pointerType === "mouse") return;
    const timer = setTimeout(() => {
      this.#wasLong = take();
    }, LONG_PRESS_MS);
    this.#begun = { x, y, timer };
  }

  /** Ends the press when the finger has gone too far. */
  move({ clientX, clientY }: Point): void {
    const begun = this.#begun;
    if (begun && Math.hypot(clientX - begun.x, clientY - begun.y) > MOVE_PX) this.end();
  }

  end(): void {
    if (this.#begun) clearTimeout(this.#begun.timer);
    this.#begun = null;
  }
}
