import { fetchToken, timeTold } from "../connection/session-token.ts";
import { clockLag } from "./clock-lag.ts";

/** The longest wait in ms for the answer: work is worth more than the exact time of its making. */
const LONGEST_MS = 3000;

/**
 * Asks the server for its time when a sleep of the device, or a change of its clock, has made the lag of that clock
 * unknown: once for each connection, before work without a lag is sent over it.
 */
export class ServerTime {
  readonly #told: () => void;
  /** The number of the connection for which it was asked last. */
  #connection: number | undefined;
  #isAwaited = false;
  #asking: Promise<unknown> | null = null;

  /** `told` is called when the answer is here, or is waited for no longer. */
  constructor(told: () => void) {
    this.#told = told;
  }

  /** True while the answer is waited for. Asks first where the lag is unknown. */
  isAsked(connection: number): boolean {
    const wasTold = timeTold.last !== null;
    if (wasTold && connection !== this.#connection && clockLag() === undefined) {
      this.#connection = connection;
      this.#isAwaited = true;
      void this.#ask();
    }
    return this.#isAwaited;
  }

  async #ask(): Promise<void> {
    // The request is repeated until it is answered, so that a second one at the same time would tell no more.
    this.#asking ??= fetchToken().finally(() => (this.#asking = null));
    const pause = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
    await Promise.race([this.#asking, pause]).catch(() => undefined);
    this.#isAwaited = false;
    this.#told();
  }
}
