import type { Timestamp } from "../../values/timestamp.ts";

/**
 * Issues commit timestamps: nanoseconds since the epoch that always grow, also over restarts and when the clock is set
 * back.
 */
export class Timestamps {
  readonly #nowMs: () => number;
  #last: Timestamp;

  constructor(last: Timestamp, nowMs: () => number) {
    this.#last = last;
    this.#nowMs = nowMs;
  }

  next(): Timestamp {
    const now = BigInt(Math.floor(this.#nowMs() * 1_000)) * 1_000n;
    this.#last = now > this.#last ? now : this.#last + 1n;
    return this.#last;
  }

  /** Makes every later timestamp greater than `ts`. */
  raiseTo(ts: Timestamp): void {
    if (ts > this.#last) this.#last = ts;
  }
}
