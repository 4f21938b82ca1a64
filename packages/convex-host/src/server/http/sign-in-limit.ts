import type { RateLimiterMemory } from "rate-limiter-flexible";
import { addressBlock } from "../bounds/address-block.ts";

/** Paths at which sign-ins begin and end: each costs the store a row and the identity provider a visit. */
const signInPath = /^\/api\/(login|auth\/callback)(\/|$)/;
const perSeconds = 60;

/** True for the addresses at which sign-ins begin and end. */
export function isSignInPath(pathname: string): boolean {
  return signInPath.test(pathname);
}

/** Counts sign-in requests by the address that they come from. */
export class SignInLimit {
  readonly #perMinute: number;
  #limiter: Promise<RateLimiterMemory> | null = null;

  /** 0 lets everything pass. */
  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Null when a request may go on, else the seconds to wait. */
  async secondsToWait(path: string, address: string | null): Promise<number | null> {
    if (this.#perMinute === 0 || !isSignInPath(path)) return null;
    this.#limiter ??= newLimiter(this.#perMinute);
    const limiter = await this.#limiter;
    const { msBeforeNext, consumedPoints } = await limiter.penalty(addressBlock(address));
    return consumedPoints > this.#perMinute ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : null;
  }
}

async function newLimiter(points: number): Promise<RateLimiterMemory> {
  // Loaded when the first person signs in: it brings far more than is used here.
  const { RateLimiterMemory } = await import("rate-limiter-flexible");
  return new RateLimiterMemory({ points, duration: perSeconds });
}
