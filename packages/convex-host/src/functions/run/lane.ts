import { AsyncResource } from "node:async_hooks";
import { Rotation } from "./rotation.ts";

/**
 * Runs pieces of work strictly one at a time. Takers have turns in rotation, and the work of each runs in the order it came:
 * who sends thousands of mutations at once waits for the own ones, and everybody else for one of each other's.
 */
export class Lane {
  readonly #waiting = new Rotation<() => Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  run<Result>(taker: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new Error("The host is stopping."));
    const result = new Promise<Result>((resolve) => {
      const inTurn = async () => {
        const ended = new Promise<Result>((end) => end(work()));
        resolve(ended);
        // One failure is its caller's affair and does not stop the lane.
        await ended.catch(() => undefined);
      };
      // The turn that comes first may be one that somebody else has asked for.
      this.#waiting.add(taker, AsyncResource.bind(inTurn));
    });
    this.#last = this.#last.then(() => this.#waiting.take()?.());
    return result;
  }

  /** Takes no more work; resolves when what was taken has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
  }
}
