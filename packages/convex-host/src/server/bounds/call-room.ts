import { isStranger } from "../../wire/caller.ts";

/** The bytes of calls of all and of one caller; and of one when all is taken. */
export type CallRoomLimits = { bytes: number; bytesOfOne: number; bytesWhenFull: number };

/** However short its arguments, a call that waits takes so much on both threads. */
const leastBytes = 1024;
const strangers = "strangers";

/**
 * The calls of one kind that came over sockets and are not answered. They go on when their socket is gone, so they count to their caller and
 * not to a socket: whoever comes back again and again leaves no more behind than others have waiting. All strangers are one.
 */
export class CallRoom {
  readonly #limits: CallRoomLimits;
  readonly #usedBy = new Map<string, number>();
  #used = 0;

  constructor(limits: CallRoomLimits) {
    this.#limits = limits;
  }

  /** Takes room for one call until the returned function is called; null when there is none. */
  take(taker: string, argumentBytes: number): (() => void) | null {
    const name = isStranger(taker) ? strangers : taker;
    const bytes = Math.max(argumentBytes, leastBytes);
    const { bytes: ofAll, bytesOfOne, bytesWhenFull } = this.#limits;
    const most = this.#used + bytes > ofAll ? bytesWhenFull : bytesOfOne;
    if ((this.#usedBy.get(name) ?? 0) + bytes > most) return null;
    this.#count(name, bytes);
    return () => this.#count(name, -bytes);
  }

  #count(name: string, bytes: number): void {
    this.#used += bytes;
    const own = (this.#usedBy.get(name) ?? 0) + bytes;
    if (own === 0) this.#usedBy.delete(name);
    else this.#usedBy.set(name, own);
  }
}
