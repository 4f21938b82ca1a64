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
 * Raises the commit clock to the times that clients have seen, after older data was restored. Clients report a time
 * before they are authenticated. So a report moves the clock to the present at most, costs one write a second, and may
 * fail without harm.
 */
export class ClockLift {
  readonly #options: ClockLiftOptions;
  #restsUntilMs = -Infinity;

  constructor(options: ClockLiftOptions) {
    this.#options = options;
  }

  /** Takes the time that a client reports. */
  seen(observed: Timestamp | null): void {
    const { database, now, onError } = this.#options;
    if (observed === null || observed <= database.latest) return;
    const nowMs = Math.floor(now());
    const present = BigInt(nowMs) * 1_000_000n;
    if (observed > present || nowMs < this.#restsUntilMs) return;
    this.#restsUntilMs = nowMs + pauseMs;
    try {
      // The present is higher than needed, so that the next client needs no write.
      database.advanceTo(present);
    } catch (error) {
      this.#restsUntilMs = nowMs + pauseAfterFailureMs;
      onError(error);
    }
  }
}
