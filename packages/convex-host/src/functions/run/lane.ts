import { runOutside } from "./context.ts";
import { Rotation } from "./rotation.ts";

/**
 * Runs pieces of work strictly one at a time. Takers have turns in rotation, and the work of each runs in the order it came:
 * who sends thousands of mutations at once waits for the own ones, and everybody else for one of each other's.
 */
export class Lane {
  readonly #waiting = new Rotation<() => Promise<void>>();
  /** Resolves when nothing waits any more; null while nothing runs. */
  #turns: Promise<void> | null = null;
  #isClosed = false;

  run<Result>(taker: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new Error("The host is stopping."));
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.add(taker, async () => {
        try {
          resolve(await work());
        } catch (error) {
          // One failure is its caller's affair and does not stop the lane.
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      // The work that a turn takes may be somebody else's: no turn belongs to the execution that has asked for it.
      this.#turns ??= runOutside(() => this.#takeTurns());
    });
  }

  /** Takes no more work; resolves when what was taken has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turns;
  }

  async #takeTurns(): Promise<void> {
    // Whatever comes at once comes before the first turn.
    await Promise.resolve();
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take())
      await next();
    this.#turns = null;
  }
}
