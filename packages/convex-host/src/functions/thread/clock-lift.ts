import type { Timestamp } from "../../values/timestamp.ts";
import type { Database } from "../../database/database.ts";

export type ClockLiftOptions = {
  database: Pick<Database, "latest" | "advanceTo">;
  /** Milliseconds since the epoch. */
  now: () => number;
  onError: (error: unknown) => void;
};

const pauseMs = 1000;
const pauseAfterFailureMs = 60_000;

/**
 * Lifts the commit clock to what clients have seen, after older data was put back. They say that before anybody knows who they
 * are: so their word moves it to the present at most, costs one write a second, and none that fails matters.
 */
export class ClockLift {
  readonly #options: ClockLiftOptions;
  #restsUntilMs = -Infinity;

  constructor(options: ClockLiftOptions) {
    this.#options = options;
  }

  /** A client says that it has seen this time. */
  seen(observed: Timestamp | null): void {
    const { database, now, onError } = this.#options;
    if (observed === null || observed <= database.latest) return;
    const nowMs = Math.floor(now());
    const present = BigInt(nowMs) * 1_000_000n;
    if (observed > present || nowMs < this.#restsUntilMs) return;
    this.#restsUntilMs = nowMs + pauseMs;
    try {
      // Higher than need be, so that the next client need not ask for more.
      database.advanceTo(present);
    } catch (error) {
      this.#restsUntilMs = nowMs + pauseAfterFailureMs;
      onError(error);
    }
  }
}
