import { sha256Hex } from "../../lib/hash.ts";
import { parseCookies } from "../../lib/signIn/cookies.ts";
import { pendingSignInSeconds } from "../../model/sessions/sessions.ts";
import { cookieName, setCookie } from "../door/sessionCookie.ts";

/**
 * A sign-in between leaving for the identity provider and coming back. It lives in a cookie of its own, named after the
 * `state` that the provider returns, so that several tabs can sign in at once.
 */
export type PendingSignIn = {
  /** The id of the library's verifier row, which is deleted when the sign-in is finished or abandoned. */
  verifier: string;
  /** The library's cookies, as a `Cookie` header. */
  cookies: string;
  /** The page to return to after signing in. */
  returnTo: string;
};

/**
 * The id of a sign-in in this browser: a hash of its `state`, because cookie names may be shown and the `state` may
 * not.
 */
export async function pendingId(state: string): Promise<string> {
  return (await sha256Hex(state)).slice(0, 16);
}

/** The `Set-Cookie` header that stores a sign-in until its return. */
export function pendingCookie(id: string, pending: PendingSignIn): string {
  const value = encodeURIComponent(JSON.stringify(pending));
  return setCookie(pendingName(id), value, pendingSignInSeconds);
}

/** The `Set-Cookie` header that deletes a sign-in. */
export function endedPendingCookie(id: string): string {
  return setCookie(pendingName(id), "", 0);
}

/** The half-finished sign-ins of this browser, by their ids. */
export function readPending(request: Request): Map<string, PendingSignIn> {
  const namePrefix = pendingName("");
  const pendingById = new Map<string, PendingSignIn>();
  for (const [name, value] of parseCookies(request.headers.get("Cookie"))) {
    const pending = name.startsWith(namePrefix) ? parsePending(value) : null;
    if (pending !== null) pendingById.set(name.slice(namePrefix.length), pending);
  }
  return pendingById;
}

function pendingName(id: string): string {
  return cookieName(`signin_${id}`);
}

function parsePending(value: string): PendingSignIn | null {
  try {
    const { verifier, cookies, returnTo } = JSON.parse(
      decodeURIComponent(value),
    ) as Partial<PendingSignIn>;
    const parts = [verifier, cookies, returnTo];
    return parts.every((part) => typeof part === "string")
      ? ({ verifier, cookies, returnTo } as PendingSignIn)
      : null;
  } catch {
    // A damaged cookie counts as none; the person starts another sign-in.
    return null;
  }
}
