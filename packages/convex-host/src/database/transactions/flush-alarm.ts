// Captured at load, so that the fake timers of a test do not hold back flushes.
const { setImmediate, setTimeout, clearImmediate, clearTimeout } = globalThis;

/** The default time in milliseconds for which a commit with `mayWait` is held. */
const defaultHeldMs = 100;

/**
 * A timer for the flush of the pending commits. It rings after the current turn of the event loop, or after `heldMs`
 * milliseconds while all commits may wait.
 */
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

  /** Stops the timer: no commit is pending. */
  clear(): void {
    if (this.#soon !== null) clearImmediate(this.#soon);
    if (this.#later !== null) clearTimeout(this.#later);
    this.#soon = null;
    this.#later = null;
  }
}
