import { formatCookie, parseCookies } from "../../lib/signIn/cookies.ts";
import { siteOrigin } from "../../lib/siteOrigin.ts";
import { sessionSeconds } from "../../model/sessions/sessions.ts";

/** The secret in the request's session cookie, or null. */
export function readSessionCookie(request: Request): string | null {
  return sessionOfCookies(request.headers.get("Cookie"));
}

/** The secret in the session cookie among these, or null. */
export function sessionOfCookies(cookies: string | null): string | null {
  return parseCookies(cookies).get(cookieName("session")) ?? null;
}

/** The header that gives the browser a session. */
export function sessionCookie(secret: string): string {
  return setCookie(cookieName("session"), secret, sessionSeconds);
}

/** The header that takes the session away from the browser. */
export function endedSessionCookie(): string {
  return setCookie(cookieName("session"), "", 0);
}

/** Over https no other host name of the site can set our cookies: the prefix makes browsers see to it. */
export function cookieName(purpose: string): string {
  return `${isSecure() ? "__Host-" : ""}turnboard_${purpose}`;
}

/** A `Set-Cookie` header in the way of all our cookies. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  return formatCookie(name, value, { path: "/", maxAgeSeconds, secure: isSecure() });
}

function isSecure(): boolean {
  return siteOrigin().startsWith("https:");
}
