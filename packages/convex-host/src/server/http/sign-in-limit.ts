import type { RateLimiterMemory } from "rate-limiter-flexible";
import { addressBlock } from "../bounds/address-block.ts";

const perSeconds = 60;

/** Counts sign-in requests by the address that they come from. */
export class SignInLimit {
  readonly #perMinute: number;
  readonly #isSignIn: (path: string) => boolean;
  #limiter: Promise<RateLimiterMemory> | null = null;

  /** `perMinute` is 0 for no limit. */
  constructor(perMinute: number, isSignIn: (path: string) => boolean) {
    this.#perMinute = perMinute;
    this.#isSignIn = isSignIn;
  }

  /** Counts a request. Null when it may go on, otherwise the seconds to wait. */
  async secondsToWait(path: string, address: string | null): Promise<number | null> {
    if (this.#perMinute === 0 || !this.#isSignIn(path)) return null;
    this.#limiter ??= newLimiter(this.#perMinute);
    const limiter = await this.#limiter;
    const { msBeforeNext, consumedPoints } = await limiter.penalty(addressBlock(address));
    return consumedPoints > this.#perMinute ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : null;
  }
}

async function newLimiter(points: number): Promise<RateLimiterMemory> {
  // Loaded at the first sign-in: the package has far more than is used here.
  const { RateLimiterMemory } = await import("rate-limiter-flexible");
  return new RateLimiterMemory({ points, duration: perSeconds });
}
