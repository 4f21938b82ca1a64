import { HttpError } from "./respond.ts";

/** The slowest that a body may come on average: much less than the slowest line of a phone, in bytes a millisecond. */
const slowestPerMs = 16;

/** The longest that a body of so many bytes may take, which may stand still for so many milliseconds. */
export function longestMs({ bytes, ms }: { bytes: number; ms: number }): number {
  return ms + Math.ceil(bytes / slowestPerMs);
}

/**
 * Fails what is waited for when a body comes too slowly. It may stand still for so long in all; what comes gives that back little by
 * little, so that a large body on a slow line takes its time, and one that does not advance has none. Nothing is kept of
 * a wait that has ended: a body may come byte by byte.
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

  /** Only time that is spent here counts: who reads slowly makes nobody late. */
  during<Value>(wait: Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#fail = reject;
      wait.then(resolve, reject);
      this.#waitsSince = this.#now();
      if (this.#cause !== null) reject(this.#cause);
      else if (this.#timer === null) this.#watch(this.#leftMs);
    });
  }

  /** Notes the bytes that came. */
  came(bytes: number): void {
    const { waited } = this;
    this.#waitsSince = null;
    this.#leftMs = Math.min(this.#mostMs, this.#leftMs - waited + bytes / slowestPerMs);
  }

  /** Ends the wait, and each one after it, for another reason. */
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
