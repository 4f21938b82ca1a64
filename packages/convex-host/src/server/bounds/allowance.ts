/** A budget that refills over time, up to a maximum. One use may overdraw it; the next one waits. */
export class Allowance {
  readonly #perMs: number;
  readonly #most: number;
  readonly #now: () => number;
  #left: number;
  #countedAt: number;

  constructor({ perSecond, most }: { perSecond: number; most: number }, now: () => number) {
    this.#perMs = perSecond / 1000;
    this.#most = most;
    this.#now = now;
    this.#left = most;
    this.#countedAt = now();
  }

  /** Takes an amount; returns the milliseconds after which nothing is overdrawn. */
  take(amount: number): number {
    this.#fill();
    this.#left -= amount;
    return this.#left >= 0 ? 0 : Math.ceil(-this.#left / this.#perMs);
  }

  /** True when more than half of the budget is left. */
  get isAmple(): boolean {
    this.#fill();
    return this.#left > this.#most / 2;
  }

  #fill(): void {
    const now = this.#now();
    // A clock that is set back gives nothing and takes nothing.
    const passed = Math.max(0, now - this.#countedAt);
    this.#countedAt = now;
    this.#left = Math.min(this.#most, this.#left + passed * this.#perMs);
  }
}
