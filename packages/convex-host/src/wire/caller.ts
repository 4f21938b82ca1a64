import type { JsonObject } from "../values/json.ts";

/** The caller as the functions see it (`ctx.auth.getUserIdentity()`): plain JSON, always with these three. */
export type Identity = JsonObject & { tokenIdentifier: string; issuer: string; subject: string };

/** The facts that functions may learn of the request that started them; and whose turns it takes, which they may not. */
export type RequestMetadata = {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  taker?: string;
  /** The reason why the request does not say who is calling, although it tries to. */
  identityFault?: string;
};

/** No other taker begins with this: others are "user ...", "sender ...", "jobs" and the like. */
const strangers = "address";

/** The taker of the turns of strangers at an address. */
export function strangersAt(address: string): string {
  return `${strangers} ${address}`;
}

/** True for a taker whom the host does not know. */
export function isStranger(taker: string): boolean {
  return taker.startsWith(strangers);
}
