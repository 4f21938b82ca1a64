import { isStranger } from "../../wire/caller.ts";

/** The most bytes of calls: of all callers, of one caller, and of one caller when those of all are taken. */
export type CallRoomLimits = { bytes: number; bytesOfOne: number; bytesWhenFull: number };

/** The least bytes that a call counts: a waiting call takes memory on both threads, however short its arguments. */
const leastBytes = 1024;
const strangers = "strangers";

/**
 * The room of unanswered calls of one kind that came over sockets. Calls go on after their socket closes, so they count
 * to their caller and not to a socket: a client that reconnects again and again has no more room. All anonymous callers
 * are one caller.
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
