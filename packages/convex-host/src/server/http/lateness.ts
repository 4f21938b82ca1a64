import { HttpError } from "./respond.ts";

/** The slowest average rate of a body in bytes a millisecond: much less than that of the slowest line of a phone. */
const slowestPerMs = 16;

/** The longest time in milliseconds for a body of `bytes` bytes that may stand still for `ms` milliseconds. */
export function longestMs({ bytes, ms }: { bytes: number; ms: number }): number {
  return ms + Math.ceil(bytes / slowestPerMs);
}

/**
 * Fails a wait when a body comes too slowly. The body may stand still for a time in all, and its bytes give that time
 * back little by little: a large body on a slow line takes its time, and one that does not advance fails. A wait that
 * has ended leaves nothing in memory, because a body may come byte by byte.
 */
export class Lateness {
  readonly #mostMs: number;
  readonly #now: () => number;
  #leftMs: number;
  #waitsSince: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #fail: (error: Error) => void = () => undefined;
  #cause: Error | null = null;

  constructor(mostMs: number, now: () => number = () => performance.now()) {
    this.#mostMs = mostMs;
    this.#leftMs = mostMs;
    this.#now = now;
  }

  /** Only time that is spent here counts: a slow reader does not make the body late. */
  during<Value>(wait: Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#fail = reject;
      wait.then(resolve, reject);
      this.#waitsSince = this.#now();
      if (this.#cause !== null) reject(this.#cause);
      else if (this.#timer === null) this.#watch(this.#leftMs);
    });
  }

  /** Ends a wait and counts the bytes that came. */
  came(bytes: number): void {
    const { waited } = this;
    this.#waitsSince = null;
    this.#leftMs = Math.min(this.#mostMs, this.#leftMs - waited + bytes / slowestPerMs);
  }

  /** Fails the wait, and each one after it, with another error. */
  cut(error: Error): void {
    this.#cause ??= error;
    this.#fail(this.#cause);
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  get waited(): number {
    return this.#waitsSince === null ? 0 : this.#now() - this.#waitsSince;
  }

  #watch(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waitsSince === null) return;
      const left = this.#leftMs - this.waited;
      if (left > 0) this.#watch(left);
      else
        this.cut(new HttpError(408, "RequestTimeout", "The request body did not arrive in time."));
    }, Math.ceil(ms));
  }
}
