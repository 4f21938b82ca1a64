// Taken now: a test that moves time must not make waits come to their end by changing what clock they are measured with.
const runningMs = performance.now.bind(performance);

/** When something is due, and when the wait for it is over by a clock that nobody can set. */
type Due = { atMs: number; waitEndsMs: number };

/**
 * What is due when. Something is due when its time has come, and also when it was waited for long enough: a clock that is
 * set back meanwhile does not make it late.
 */
export class DueTimes {
  readonly #clock: () => number;
  readonly #dueById = new Map<string, Due>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** `mostMs` is how long it is waited for at the most, by whatever clock. */
  set(id: string, atMs: number, mostMs = atMs - this.#clock()): void {
    const waitMs = Math.min(mostMs, atMs - this.#clock());
    this.#dueById.set(id, { atMs, waitEndsMs: runningMs() + waitMs });
  }

  /** The same for what goes by the clock alone. */
  setByClock(id: string, atMs: number): void {
    this.#dueById.set(id, { atMs, waitEndsMs: Infinity });
  }

  delete(id: string): void {
    this.#dueById.delete(id);
  }

  clear(): void {
    this.#dueById.clear();
  }

  /** The ids of all that is due, earlier times first. */
  due(): string[] {
    const now = { ms: this.#clock(), runMs: runningMs() };
    return [...this.#dueById]
      .filter(([, { atMs, waitEndsMs }]) => atMs <= now.ms || waitEndsMs <= now.runMs)
      .sort(([, a], [, b]) => a.atMs - b.atMs)
      .map(([id]) => id);
  }

  /** When the next one is due, by the clock as it is now; null when there is none. */
  next(): number | null {
    const ahead = this.#clock() - runningMs();
    let next: number | null = null;
    for (const { atMs, waitEndsMs } of this.#dueById.values()) {
      const dueMs = Math.min(atMs, waitEndsMs + ahead);
      if (next === null || dueMs < next) next = dueMs;
    }
    return next;
  }
}
