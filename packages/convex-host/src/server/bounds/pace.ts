import { Allowance } from "./allowance.ts";

/** The rates of the cost of messages: inflated bytes, and milliseconds of the thread that reads them. */
export type PaceLimits = {
  bytesPerSecond: number;
  mostBytes: number;
  busyMsPerSecond: number;
  mostBusyMs: number;
};

export type MessageCost = { bytes: number; busyMs: number };

/** The least bytes that a message counts, however short it is. */
const leastBytes = 256;
/**
 * Milliseconds of a message that are free. Ordinary messages take less, so that a busy machine makes no client wait.
 */
const ordinaryMs = 1;

/** The rate at which a sender's messages are read (SPEC B15). */
export class Pace {
  readonly #bytes: Allowance;
  readonly #busyMs: Allowance;

  constructor(limits: PaceLimits, now: () => number) {
    const { bytesPerSecond, mostBytes, busyMsPerSecond, mostBusyMs } = limits;
    this.#bytes = new Allowance({ perSecond: bytesPerSecond, most: mostBytes }, now);
    this.#busyMs = new Allowance({ perSecond: busyMsPerSecond, most: mostBusyMs }, now);
  }

  /** Counts one message; returns the milliseconds for which its sender is not read. */
  spend({ bytes, busyMs }: MessageCost): number {
    return Math.max(
      this.#bytes.take(Math.max(bytes, leastBytes)),
      this.#busyMs.take(Math.max(0, busyMs - ordinaryMs)),
    );
  }

  /** True when more than half of both budgets is left. */
  get isAmple(): boolean {
    return this.#bytes.isAmple && this.#busyMs.isAmple;
  }
}

/**
 * Counts a message of one sender, and for all together. A sender that has used much of its own budget also waits for
 * that of all.
 */
export function spendWithAll(own: Pace, all: Pace, cost: MessageCost): number {
  const ownWait = own.spend(cost);
  const allWait = all.spend(cost);
  return own.isAmple ? 0 : Math.max(ownWait, allWait);
}
