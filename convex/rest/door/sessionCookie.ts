import { formatCookie, parseCookies } from "../../lib/signIn/cookies.ts";
import { siteOrigin } from "../../lib/siteOrigin.ts";
import { sessionSeconds } from "../../model/sessions/sessions.ts";

/** The secret in the session cookie of a request; null without one. */
export function readSessionCookie(request: Request): string | null {
  return sessionOfCookies(request.headers.get("Cookie"));
}

/** The secret in the session cookie of a `Cookie` header; null without one. */
export function sessionOfCookies(cookies: string | null): string | null {
  return parseCookies(cookies).get(cookieName("session")) ?? null;
}

/** The `Set-Cookie` header that stores a session in the browser. */
export function sessionCookie(secret: string): string {
  return setCookie(cookieName("session"), secret, sessionSeconds);
}

/** The `Set-Cookie` header that deletes the session from the browser. */
export function endedSessionCookie(): string {
  return setCookie(cookieName("session"), "", 0);
}

/**
 * The full name of a cookie. Over https it gets the prefix `__Host-`: browsers then refuse it from any other host name
 * of the site.
 */
export function cookieName(purpose: string): string {
  return `${isSecure() ? "__Host-" : ""}turnboard_${purpose}`;
}

/** A `Set-Cookie` header with the attributes that all our cookies share. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  return formatCookie(name, value, { path: "/", maxAgeSeconds, secure: isSecure() });
}

function isSecure(): boolean {
  return siteOrigin().startsWith("https:");
}
