import type { JsonObject } from "../values/json.ts";

/** The caller as the functions see it (`ctx.auth.getUserIdentity()`): plain JSON, always with these three fields. */
export type Identity = JsonObject & { tokenIdentifier: string; issuer: string; subject: string };

/** The facts about a request that functions may read, and the taker of its turns, which they may not. */
export type RequestMetadata = {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  taker?: string;
  /** The reason why the credentials of the request cannot be used. */
  identityFault?: string;
};

/** The prefix of anonymous takers. Others are "user ...", "sender ...", "jobs" and the like. */
const strangers = "address";

/** The taker of the turns of anonymous callers at an address. */
export function strangersAt(address: string): string {
  return `${strangers} ${address}`;
}

/** True for the taker of anonymous callers. */
export function isStranger(taker: string): boolean {
  return taker.startsWith(strangers);
}
