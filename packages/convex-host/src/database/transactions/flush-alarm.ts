// Taken now, so that a test's fake timers do not hold back flushes.
const { setImmediate, setTimeout, clearImmediate, clearTimeout } = globalThis;

/** Milliseconds that commits which may wait are held for others to share their flush. */
const defaultHeldMs = 100;

/** Rings when the pending commits are to be flushed: after this turn of the event loop, or a little later while all may wait. */
export class FlushAlarm {
  readonly #ring: () => void;
  readonly #heldMs: number;
  #soon: ReturnType<typeof setImmediate> | null = null;
  #later: ReturnType<typeof setTimeout> | null = null;

  constructor(ring: () => void, heldMs = defaultHeldMs) {
    this.#ring = ring;
    this.#heldMs = heldMs;
  }

  set({ mayWait }: { mayWait: boolean }): void {
    if (mayWait && this.#heldMs > 0) this.#later ??= setTimeout(this.#ring, this.#heldMs);
    else this.#soon ??= setImmediate(this.#ring);
  }

  /** Nothing is pending any more. */
  clear(): void {
    if (this.#soon !== null) clearImmediate(this.#soon);
    if (this.#later !== null) clearTimeout(this.#later);
    this.#soon = null;
    this.#later = null;
  }
}
