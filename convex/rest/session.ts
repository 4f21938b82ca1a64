import { importPKCS8, SignJWT } from "jose";
import { api, internal } from "../_generated/api.js";
import type { ActionCtx } from "../_generated/server.js";
import { parseCookies } from "../lib/cookies.ts";
import { AppError, must } from "../lib/errors.ts";
import { siteOrigin } from "../lib/siteOrigin.ts";
import { queryEndpoint } from "./endpoint.ts";
import { type Handler, jsonResponse, redirect } from "./responses.ts";
import { isOwnNavigation, isSameOrigin } from "./sameOrigin.ts";
import { endedSessionCookie, readSessionCookie } from "./sessionCookie.ts";

// Short, because a token is not asked about again: what it names, the session row, is.
const tokenSeconds = 10 * 60;

/** Signs out and goes to the landing page. A link on another site does not sign anyone out. */
export const logout: Handler = async (ctx, request) => {
  const home = `${siteOrigin()}/`;
  if (!isOwnNavigation(request)) return redirect(home);
  const session = readSessionCookie(request);
  if (session !== null) await ctx.runMutation(internal.sessions.close, { session });
  return redirect(home, [endedSessionCookie()]);
};

/** Who is signed in; 401 when nobody is. */
export const user: Handler = queryEndpoint(api.users.viewer, {
  parse: () => ({}),
  answer: (viewer) => {
    if (viewer === null) throw new AppError("unauthenticated", "You are not signed in.");
    return viewer;
  },
});

/** A short-lived token for the live door, naming the session of the cookie; for our own pages only. */
export const token: Handler = async (ctx, request) => {
  if (!isSameOrigin(request))
    throw new AppError("forbidden", "Requests from other sites are refused.");
  const session = await currentSession(ctx, request);
  if (session === null) throw new AppError("unauthenticated", "You are not signed in.");
  const key = await importPKCS8(
    must(process.env.JWT_PRIVATE_KEY, "JWT_PRIVATE_KEY is set"),
    "RS256",
  );
  const now = Math.floor(Date.now() / 1000);
  const signed = await new SignJWT()
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setSubject(session.id)
    .setIssuer(must(process.env.CONVEX_SITE_URL, "CONVEX_SITE_URL is set"))
    .setAudience("convex")
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + tokenSeconds, Math.floor(session.expire / 1000)))
    .sign(key);
  return jsonResponse(200, { token: signed });
};

/** What the troubleshooting page shows. Nothing in it can be used to sign in. */
export const debug: Handler = async (ctx, request) => {
  const session = await currentSession(ctx, request);
  const names = [...parseCookies(request.headers.get("Cookie")).keys()];
  return jsonResponse(200, {
    isAuthenticated: session !== null,
    // The start of a hash: enough to tell two sessions apart.
    sessionID: session && `${session.sid.slice(0, 8)}…`,
    user: session && { email: session.user.email, id: session.user.id },
    cookies: names.length === 0 ? null : names.map((name) => `${name}=***`).join("; "),
    headers: {
      userAgent: request.headers.get("User-Agent"),
      host: request.headers.get("Host") ?? new URL(request.url).host,
    },
  });
};

async function currentSession(ctx: ActionCtx, request: Request) {
  const session = readSessionCookie(request);
  return session === null ? null : await ctx.runQuery(internal.sessions.current, { session });
}
