// A timer does not notice that the clock is set; whoever is called back looks at it.
const longestDelayMs = 60_000;

/** One timer that can be moved: calls back when the latest given moment has come, and every minute until then. */
export class Alarm {
  readonly #options: { clock: () => number; ring: () => void };
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: { clock: () => number; ring: () => void }) {
    this.#options = options;
  }

  /** Null switches it off. */
  setFor(ms: number | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (ms === null) return;
    const delay = Math.min(Math.max(0, ms - this.#options.clock()), longestDelayMs);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#options.ring();
    }, delay);
  }
}
