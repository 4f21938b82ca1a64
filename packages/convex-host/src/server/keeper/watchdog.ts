import type { Pulse } from "../../wire/pulse.ts";

const checkEveryMs = 200;

export type WatchdogOptions = {
  /** The time for which a function may keep the thread. */
  limitMs: number;
  onBlocked: () => void;
  /** After what time with the disk that is told; again each time that it has doubled. */
  slowDiskMs: number;
  onSlowDisk: (ms: number) => void;
};

/**
 * Notices that the function thread stopped having turns. While it waits for the disk it is left alone, however long that
 * takes: another thread would wait for the same disk, and what is being stored may be stored.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  #timer: NodeJS.Timeout | null = null;
  #pulse: Pulse | null = null;
  #lastBeats = -1;
  #quietChecks = 0;
  #diskChecks = 0;
  #tellDiskMs = 0;

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  watch(pulse: Pulse): void {
    this.stop();
    this.#pulse = pulse;
    this.#lastBeats = -1;
    this.#quietChecks = 0;
    this.#diskChecks = 0;
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
    const { beats, isOnDisk } = this.#pulse;
    const isQuiet = beats === this.#lastBeats;
    this.#lastBeats = beats;
    this.#quietChecks = isQuiet && !isOnDisk ? this.#quietChecks + 1 : 0;
    this.#countDisk(isQuiet && isOnDisk);
    if (this.#quietChecks * checkEveryMs < this.#options.limitMs) return;
    this.stop();
    this.#options.onBlocked();
  }

  #countDisk(isWaiting: boolean): void {
    const { slowDiskMs, onSlowDisk } = this.#options;
    if (!isWaiting) this.#tellDiskMs = slowDiskMs;
    this.#diskChecks = isWaiting ? this.#diskChecks + 1 : 0;
    const ms = this.#diskChecks * checkEveryMs;
    if (ms < this.#tellDiskMs) return;
    this.#tellDiskMs = ms * 2;
    if (ms > 0) onSlowDisk(ms);
  }
}
