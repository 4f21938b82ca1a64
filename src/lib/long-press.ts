/** The time in ms after which a resting finger makes a long press. */
const LONG_PRESS_MS = 450;
/** The distance in px from which a moving finger scrolls. */
const MOVE_PX = 8;

type Point = Pick<PointerEvent, "clientX" | "clientY">;
type PressEvent = Point & Pick<PointerEvent, "pointerType">;

/** The press of a finger, which becomes long when it rests. */
export class LongPress {
  #begun: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;
  #wasLong = false;

  /**
   * True from a long press until shortly after its end: the click and the right click that end it must be ignored. Later
   * ones come without a press from a keyboard or a screen reader.
   */
  get wasLong(): boolean {
    return this.#wasLong;
  }

  /**
   * Begins a press. `take` runs after the finger has rested, and returns true when it did something. A mouse never
   * makes a long press.
   */
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
    if (begun && !this.#wasLong && Math.hypot(clientX - begun.x, clientY - begun.y) > MOVE_PX)
      this.end();
  }

  end(): void {
    if (this.#begun) clearTimeout(this.#begun.timer);
    this.#begun = null;
    // The next long press comes later than this, because its finger rests as long.
    if (this.#wasLong) setTimeout(() => (this.#wasLong = false), LONG_PRESS_MS);
  }
}
