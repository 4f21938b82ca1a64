import { sha256Hex } from "../hash.ts";

/** A new random secret of 256 bits, in characters that cookies and addresses carry as they are. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The hashes that a session row holds of a cookie's secret: neither the cookie nor a token can be made from them. */
export type SessionHashes = { sid: string; tokenHash: string };

/** Computes the hashes of a secret for the row of its session. */
export async function sessionHashesOf(secret: string): Promise<SessionHashes> {
  return { sid: await sha256Hex(secret), tokenHash: await sha256Hex(await tokenKeyOf(secret)) };
}

/** The claim of our tokens that carries the session's token key. */
export const tokenKeyClaim = "sessionKey";

/**
 * The key that the tokens of a session carry besides its id. It is derived from the cookie's secret, which cannot be
 * derived from it.
 */
export async function tokenKeyOf(secret: string): Promise<string> {
  return await sha256Hex(`token of ${secret}`);
}
