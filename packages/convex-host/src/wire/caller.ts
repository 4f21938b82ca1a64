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
