import { processorWaitMs } from "../../wire/processor-wait.ts";
import type { Pulse } from "../../wire/pulse.ts";

const checkEveryMs = 200;
/**
 * The fewest milliseconds without a processor between two checks that count. Shorter waits occur on an idle machine
 * too.
 */
const shortWaitMs = 50;

export type WatchdogOptions = {
  /** Milliseconds for which a function may keep the thread. */
  limitMs: number;
  onBlocked: () => void;
  /** Milliseconds of waiting for the disk after which that is told; again each time that they have doubled. */
  slowDiskMs: number;
  onSlowDisk: (ms: number) => void;
  /** Returns the milliseconds for which a thread has waited for a processor in its life; null when unknown. */
  waitMs?: (thread: number) => number | null;
};

/**
 * Notices that the function thread has no turns any more. While it waits for the disk it is left alone, however long
 * that takes: another thread would wait for the same disk, and what is being stored may be stored. Time without a
 * processor, because others have them all, does not count: no function is to blame for that.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  #timer: NodeJS.Timeout | null = null;
  #pulse: Pulse | null = null;
  #lastBeats = -1;
  #quietMs = 0;
  #lastWaitMs: number | null = null;
  #diskChecks = 0;
  #tellDiskMs = 0;

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  watch(pulse: Pulse): void {
    this.stop();
    this.#pulse = pulse;
    this.#lastBeats = -1;
    this.#quietMs = 0;
    this.#lastWaitMs = null;
    this.#diskChecks = 0;
    this.#timer = setInterval(() => this.check(), checkEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#pulse = null;
  }

  /** Makes one check. Checks are counted, not time: after a pause of the whole machine no function is guilty. */
  check(): void {
    if (this.#pulse === null) return;
    const { beats, isOnDisk } = this.#pulse;
    const isQuiet = beats === this.#lastBeats;
    this.#lastBeats = beats;
    const ranMs = checkEveryMs - this.#waitedMs();
    this.#quietMs = isQuiet && !isOnDisk ? this.#quietMs + ranMs : 0;
    this.#countDisk(isQuiet && isOnDisk);
    if (this.#quietMs < this.#options.limitMs) return;
    this.stop();
    this.#options.onBlocked();
  }

  /** The milliseconds for which the thread waited for a processor since the last look. */
  #waitedMs(): number {
    const { waitMs = processorWaitMs } = this.#options;
    const thread = this.#pulse?.thread ?? null;
    const before = this.#lastWaitMs;
    const now = thread === null ? null : waitMs(thread);
    this.#lastWaitMs = now;
    if (now === null || before === null || now - before < shortWaitMs) return 0;
    return Math.min(now - before, checkEveryMs);
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
