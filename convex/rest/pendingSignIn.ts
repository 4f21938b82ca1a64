import { formatCookie, parseCookies } from "../lib/cookies.ts";
import { pendingSignInSeconds } from "../model/sessions.ts";
import { isSecure } from "./sessionCookie.ts";

/**
 * A sign-in between leaving for the identity provider and coming back. It lives in a cookie of its own, named by the
 * `state` that the provider returns, so that several tabs can sign in at once.
 */
export type PendingSignIn = {
  /** The library's name for it; deleted there once it is finished or abandoned. */
  verifier: string;
  /** The library's cookies, as a `Cookie` header. */
  cookies: string;
  /** The page first asked for. */
  returnTo: string;
};

const namePrefix = "turnboard_signin_";

/** The header that keeps a sign-in until its return. */
export function pendingCookie(state: string, pending: PendingSignIn): string {
  return formatCookie(namePrefix + state, encodeURIComponent(JSON.stringify(pending)), {
    path: "/api",
    maxAgeSeconds: pendingSignInSeconds,
    secure: isSecure(),
  });
}

/** The header that forgets it. */
export function endedPendingCookie(state: string): string {
  const attributes = { path: "/api", maxAgeSeconds: 0, secure: isSecure() };
  return formatCookie(namePrefix + state, "", attributes);
}

/** The half-finished sign-ins of this browser, by their `state`. */
export function readPending(request: Request): Map<string, PendingSignIn> {
  const pendingByState = new Map<string, PendingSignIn>();
  for (const [name, value] of parseCookies(request.headers.get("Cookie"))) {
    const pending = name.startsWith(namePrefix) ? parsePending(value) : null;
    if (pending !== null) pendingByState.set(name.slice(namePrefix.length), pending);
  }
  return pendingByState;
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
    // A damaged cookie is no sign-in; its owner starts anew.
    return null;
  }
}
