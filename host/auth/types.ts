import type { JsonObject } from "../values/json.ts";

/** The caller as the functions see it (`ctx.auth.getUserIdentity()`): plain JSON, always with these three. */
export type Identity = JsonObject & { tokenIdentifier: string; issuer: string; subject: string };
