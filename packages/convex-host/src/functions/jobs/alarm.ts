// The longest delay of the timer. A timer does not notice that the clock is set, so the callback looks at the clock
// again.
const longestDelayMs = 60_000;

/**
 * One timer that can be moved. It rings at the last given time, or after a minute when that time is farther away; the
 * callback then sets it again.
 */
export class Alarm {
  readonly #options: { clock: () => number; ring: () => void };
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: { clock: () => number; ring: () => void }) {
    this.#options = options;
  }

  /** Null clears the timer. */
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
