import { Allowance } from "./allowance.ts";

/** The cost of messages: bytes, inflated, and time of the thread that reads them. */
export type PaceLimits = {
  bytesPerSecond: number;
  mostBytes: number;
  busyMsPerSecond: number;
  mostBusyMs: number;
};

export type MessageCost = { bytes: number; busyMs: number };

/** However short, a message is at least so much work. */
const leastBytes = 256;
/** Ordinary messages take less: only what takes longer is counted, so that a busy machine makes nobody wait. */
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

  /** Counts one message; returns for how long its sender is not read. */
  spend({ bytes, busyMs }: MessageCost): number {
    return Math.max(
      this.#bytes.take(Math.max(bytes, leastBytes)),
      this.#busyMs.take(Math.max(0, busyMs - ordinaryMs)),
    );
  }

  /** Most of it is unused. */
  get isAmple(): boolean {
    return this.#bytes.isAmple && this.#busyMs.isAmple;
  }
}

/** The same for one sender of many: who has used much of their own waits for what all have together. */
export function spendWithAll(own: Pace, all: Pace, cost: MessageCost): number {
  const ownWait = own.spend(cost);
  const allWait = all.spend(cost);
  return own.isAmple ? 0 : Math.max(ownWait, allWait);
}
