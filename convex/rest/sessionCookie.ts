import { formatCookie, parseCookies } from "../lib/cookies.ts";
import { siteOrigin } from "../lib/siteOrigin.ts";
import { sessionSeconds } from "../model/sessions.ts";

/** The secret in the request's session cookie, or null. */
export function readSessionCookie(request: Request): string | null {
  return parseCookies(request.headers.get("Cookie")).get(sessionCookieName()) ?? null;
}

/** The header that gives the browser a session. */
export function sessionCookie(secret: string): string {
  return formatCookie(sessionCookieName(), secret, {
    path: "/",
    maxAgeSeconds: sessionSeconds,
    secure: isSecure(),
  });
}

/** The header that takes the session away from the browser. */
export function endedSessionCookie(): string {
  const attributes = { path: "/", maxAgeSeconds: 0, secure: isSecure() };
  return formatCookie(sessionCookieName(), "", attributes);
}

/** Over https no other host name of the site can then set the cookie: the prefix makes browsers see to it. */
export function sessionCookieName(): string {
  return isSecure() ? "__Host-turnboard_session" : "turnboard_session";
}

/** Whether cookies may travel over https only. */
export function isSecure(): boolean {
  return siteOrigin().startsWith("https:");
}
