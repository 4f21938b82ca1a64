import { v } from "convex/values";
import { importPKCS8, SignJWT } from "jose";
import { api, internal } from "../../_generated/api.js";
import type { ActionCtx } from "../../_generated/server.js";
import { AppError, isPassing, must } from "../../lib/errors.ts";
import { parseCookies } from "../../lib/signIn/cookies.ts";
import type { ProviderSession } from "../../lib/signIn/openIdClaims.ts";
import { sessionHashesOf, tokenKeyClaim, tokenKeyOf } from "../../lib/signIn/sessionSecrets.ts";
import { siteOrigin } from "../../lib/siteOrigin.ts";
import { vCurrentUser } from "../../model/people/users.ts";
import { changeRoute, readRoute } from "../door/endpoint.ts";
import { type Handler, jsonResponse, redirect } from "../door/responses.ts";
import type { Route } from "../door/route.ts";
import { isOwnNavigation, isSameOrigin } from "../door/sameOrigin.ts";
import { endedSessionCookie, readSessionCookie } from "../door/sessionCookie.ts";
import { landingPage, type LandingReason } from "./landingPage.ts";

// The lifetime of a token in seconds. It is short because a token cannot be revoked; its session row is read at each
// call.
const tokenSeconds = 10 * 60;

const nullableText = v.union(v.string(), v.null());

const vDebugInfo = v.object({
  isAuthenticated: v.boolean(),
  sessionID: nullableText,
  user: v.union(v.object({ email: nullableText, id: v.id("users") }), v.null()),
  cookies: nullableText,
  headers: v.object({ userAgent: nullableText, host: nullableText }),
});

/**
 * Signs out and redirects to the landing page, through the provider if its session can be ended too. A link on another
 * site does not sign anyone out.
 */
const logout: Handler = async (ctx, request) => {
  const home = `${siteOrigin()}/`;
  if (!isOwnNavigation(request)) return redirect(home);
  const session = readSessionCookie(request);
  const next = session === null ? home : await endSession(ctx, session, home);
  // The browser's cache holds photos, and the next person at the device may be another one.
  return redirect(next, [endedSessionCookie()], { "Clear-Site-Data": '"cache"' });
};

/** Ends a session; returns the address to go to. A host that does not do that now keeps no browser signed in. */
async function endSession(ctx: ActionCtx, session: string, home: string): Promise<string> {
  try {
    const provider = await ctx.runMutation(internal.sessions.close, { session });
    return provider ? endOfProviderSession(provider, home).href : home;
  } catch (error) {
    if (!isPassing(error)) throw error;
    return await withoutEnd(ctx, session, home);
  }
}

/**
 * The address to go to when our session goes on. The provider's session ends all the same: otherwise the next person at
 * the device would be signed in as this one. The provider returns the `state`, by which the landing page tells the
 * reason; other parameters would make it another address than the registered one.
 */
async function withoutEnd(ctx: ActionCtx, session: string, home: string): Promise<string> {
  const provider = await ctx.runQuery(internal.sessions.providerSession, { session });
  if (provider === null) return landingPage("unended");
  const address = endOfProviderSession(provider, home);
  address.searchParams.set("state", "unended" satisfies LandingReason);
  return address.href;
}

/**
 * The address that ends the provider's session (OpenID Connect RP-Initiated Logout 1.0). With the token the provider
 * knows the session and does not ask the person.
 */
function endOfProviderSession({ endAddress, idToken }: ProviderSession, home: string): URL {
  const address = new URL(endAddress);
  if (idToken !== undefined) address.searchParams.set("id_token_hint", idToken);
  address.searchParams.set("client_id", process.env.OIDC_CLIENT_ID ?? "");
  address.searchParams.set("post_logout_redirect_uri", home);
  return address;
}

/** Issues a short-lived token for the live door from the session of the cookie; for our own pages only. */
const token: Handler = async (ctx, request) => {
  if (!isSameOrigin(request))
    throw new AppError("forbidden", "Requests from other sites are refused.");
  const secret = readSessionCookie(request);
  const session = await currentSession(ctx, request);
  if (secret === null || session === null)
    throw new AppError("unauthenticated", "You are not signed in.");
  const { tokenHash } = await sessionHashesOf(secret);
  if (!session.isComplete)
    await ctx.runMutation(internal.sessions.complete, { session: secret, tokenHash });
  const { key, alg } = await signingKey();
  const now = Math.floor(Date.now() / 1000);
  // The user id is for the page, which works for its first user only. The server reads the user from the session row.
  const claims = { [tokenKeyClaim]: await tokenKeyOf(secret), userId: session.user.id };
  const signed = await new SignJWT(claims)
    .setProtectedHeader({ alg, typ: "JWT" })
    .setSubject(session.id)
    .setIssuer(must(process.env.CONVEX_SITE_URL, "CONVEX_SITE_URL is set"))
    .setAudience("convex")
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + tokenSeconds, Math.floor(session.expire / 1000)))
    .sign(key);
  return jsonResponse(200, { token: signed });
};

/** Serves the data of the troubleshooting page. Nothing in it can be used to sign in. */
const debug: Handler = async (ctx, request) => {
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

export const sessionRoutes: readonly Route[] = [
  readRoute("/api/auth/user", {
    summary: "The signed-in person; 401 when nobody is",
    calls: api.users.viewer,
    answer: {
      shape: vCurrentUser,
      of: (viewer) => {
        if (viewer === null) throw new AppError("unauthenticated", "You are not signed in.");
        return viewer;
      },
    },
  }),
  readRoute("/api/auth/sessions", {
    summary: "The sessions of the caller, last seen first",
    calls: api.sessions.list,
  }),
  changeRoute("DELETE", "/api/auth/sessions", {
    summary: "End all sessions of the caller but the one that asks",
    calls: api.sessions.endOthers,
  }),
  changeRoute("DELETE", "/api/auth/sessions/:sessionId", {
    summary: "End one session of the caller's own",
    calls: api.sessions.end,
  }),
  {
    ...{ method: "GET", path: "/api/auth/debug", access: "open" },
    summary: "The server's facts of this browser's sign-in; nobody can sign in with them",
    answer: { status: 200, shape: vDebugInfo },
    handler: debug,
  },
  {
    ...{ method: "GET", path: "/api/auth/token", access: "open" },
    summary:
      "A short-lived token of the session for the live door, for our own pages; 401 without one",
    answer: { status: 200, shape: v.object({ token: v.string() }) },
    handler: token,
  },
  {
    ...{ method: "GET", path: "/api/logout", access: "open" },
    summary: "Sign out, here and at the identity provider, and go to the landing page",
    answer: { status: 302 },
    handler: logout,
  },
];

/** The private key that signs tokens; the type of its public key determines the algorithm. */
async function signingKey() {
  const { keys } = JSON.parse(must(process.env.JWKS, "JWKS is set")) as { keys: { kty: string }[] };
  const alg = keys[0]?.kty === "OKP" ? "EdDSA" : "RS256";
  const pem = must(process.env.JWT_PRIVATE_KEY, "JWT_PRIVATE_KEY is set");
  return { alg, key: await importPKCS8(pem, alg) };
}

async function currentSession(ctx: ActionCtx, request: Request) {
  const session = readSessionCookie(request);
  return session === null ? null : await ctx.runQuery(internal.sessions.current, { session });
}
