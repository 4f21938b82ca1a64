import { runOutside } from "./context.ts";
import { RecentTime } from "./recent-time.ts";
import { groupOf, Rotation } from "./rotation.ts";

// Captured at load: inside of executions it is another.
const monotonic = performance.now.bind(performance);

/**
 * Runs pieces of work strictly one at a time. Takers have turns in rotation, and the work of each runs in order: a
 * taker that sends thousands of mutations at once delays its own, and those of the others by one each. Every second turn
 * belongs to a taker that had the least time lately: sixty people with long mutations do not delay a short one by sixty.
 * The other turns delay nobody for ever who had more time than thousands of others.
 */
export class Lane {
  readonly #time: RecentTime;
  readonly #waiting = new Rotation<() => Promise<void>>((group) => this.#time.levelOf(group));
  /** Resolves when no work is left; null while none runs. */
  #turns: Promise<void> | null = null;
  #isClosed = false;

  /** `now` tells milliseconds. */
  constructor(now = monotonic) {
    this.#time = new RecentTime(now);
  }

  run<Result>(taker: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new Error("The host is stopping."));
    return new Promise<Result>((resolve, reject) => {
      const attempt = async () => {
        try {
          resolve(await work());
        } catch (error) {
          // A failure rejects the promise of its caller and does not stop the lane.
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.#waiting.add(taker, () => this.#time.measure(groupOf(taker), attempt));
      // A turn may run the work of another caller, so it must not belong to the execution that asked for it.
      this.#turns ??= runOutside(() => this.#takeTurns());
    });
  }

  /** Takes no more work; resolves when the accepted work has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turns;
  }

  async #takeTurns(): Promise<void> {
    // Work that is added in the same tick is queued before the first turn.
    await Promise.resolve();
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take())
      await next();
    this.#turns = null;
  }
}
