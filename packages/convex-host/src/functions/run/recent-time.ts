/** Milliseconds after which half of the time that a taker had is forgotten. */
const halfLifeMs = 30_000;

/** The milliseconds that a taker may have had and still count as light. Each further level is twice as much. */
const lightMs = 50;

/** The time that takers had lately. */
export class RecentTime {
  readonly #now: () => number;
  readonly #had = new Map<string, { ms: number; atMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs work and counts its time as the taker's. */
  async measure(taker: string, work: () => Promise<void>): Promise<void> {
    const startedMs = this.#now();
    await work();
    this.add(taker, this.#now() - startedMs);
  }

  /** Counts milliseconds that end now as the taker's. */
  add(taker: string, ms: number): void {
    const atMs = this.#now();
    const hadMs = this.#msOf(taker, atMs);
    this.#had.delete(taker);
    this.#had.set(taker, { ms: hadMs + ms, atMs });
    this.#forgetOld(atMs);
  }

  /** 0 for a taker that had little time lately, and one more for each doubling. */
  levelOf(taker: string): number {
    const ms = this.#msOf(taker, this.#now());
    return ms < lightMs ? 0 : 1 + Math.floor(Math.log2(ms / lightMs));
  }

  #msOf(taker: string, atMs: number): number {
    const had = this.#had.get(taker);
    return had === undefined ? 0 : had.ms * 2 ** (Math.min(0, had.atMs - atMs) / halfLifeMs);
  }

  /** Removes takers from the one with the oldest turn on, up to one whose time counts. */
  #forgetOld(atMs: number): void {
    for (const taker of this.#had.keys()) {
      if (this.#msOf(taker, atMs) >= 1) return;
      this.#had.delete(taker);
    }
  }
}
