import type { Timestamp } from "../../values/timestamp.ts";

/** Gives commit times: nanoseconds that only grow, also over restarts and when the clock is set back. */
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

  /** No later time will be below this one. */
  raiseTo(ts: Timestamp): void {
    if (ts > this.#last) this.#last = ts;
  }
}
