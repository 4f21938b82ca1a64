import type { Pulse } from "./pulse.ts";

const checkEveryMs = 200;

/** Notices that the function thread stopped having turns. */
export class Watchdog {
  readonly #options: { limitMs: number; onBlocked: () => void };
  #timer: NodeJS.Timeout | null = null;
  #pulse: Pulse | null = null;
  #lastBeats = -1;
  #quietChecks = 0;

  constructor(options: { limitMs: number; onBlocked: () => void }) {
    this.#options = options;
  }

  watch(pulse: Pulse): void {
    this.stop();
    this.#pulse = pulse;
    this.#lastBeats = -1;
    this.#quietChecks = 0;
    this.#timer = setInterval(() => this.check(), checkEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#pulse = null;
  }

  /** One look. Looks are counted, not time: after a pause of the whole machine nobody is guilty. */
  check(): void {
    if (this.#pulse === null) return;
    const { beats } = this.#pulse;
    this.#quietChecks = beats === this.#lastBeats ? this.#quietChecks + 1 : 0;
    this.#lastBeats = beats;
    if (this.#quietChecks * checkEveryMs < this.#options.limitMs) return;
    this.stop();
    this.#options.onBlocked();
  }
}
