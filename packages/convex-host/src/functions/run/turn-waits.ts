// Captured at load: inside of executions it is another.
const monotonic = performance.now.bind(performance);

/** The time that an execution and its nested functions wait for turns of the thread. Waits at once count once. */
export class TurnWaits {
  readonly #now: () => number;
  #open = 0;
  #sinceMs = 0;
  #endedMs = 0;

  /** `now` tells milliseconds. */
  constructor(now = monotonic) {
    this.#now = now;
  }

  /** The milliseconds so far. */
  get ms(): number {
    return this.#endedMs + (this.#open > 0 ? this.#now() - this.#sinceMs : 0);
  }

  /** Counts the time until `turn` begins. */
  async until(turn: Promise<void>): Promise<void> {
    if (this.#open === 0) this.#sinceMs = this.#now();
    this.#open += 1;
    await turn;
    this.#open -= 1;
    if (this.#open === 0) this.#endedMs += this.#now() - this.#sinceMs;
  }
}
