import { type Infer, v } from "convex/values";
import * as z from "zod";
import { internal } from "../../_generated/api.js";
import type { ActionCtx } from "../../_generated/server.js";
import { providerId } from "../../auth.ts";
import { type ErrorCode, errorData, isPassing } from "../../lib/errors.ts";
import { isLoopbackName, requireSafe } from "../../lib/signIn/openIdProvider.ts";
import { parseReturnPath } from "../../lib/signIn/returnPath.ts";
import { newSecret, sessionHashesOf } from "../../lib/signIn/sessionSecrets.ts";
import { siteOrigin } from "../../lib/siteOrigin.ts";
import type { vSignIn } from "../../sessions.ts";
import { type Handler, redirect } from "../door/responses.ts";
import type { Route } from "../door/route.ts";
import { readSessionCookie, sessionCookie } from "../door/sessionCookie.ts";
import { landingPage, type SignInFailure } from "./landingPage.ts";
import { libraryRoute } from "./library.ts";
import {
  endedPendingCookie,
  pendingCookie,
  pendingId,
  type PendingSignIn,
  readPending,
} from "./pendingSignIn.ts";

const leaveForProvider = libraryRoute(`/api/auth/signin/${providerId}`);
const returnFromProvider = libraryRoute(`/api/auth/callback/${providerId}`);

// The maximum number of concurrent sign-ins of one browser. Each has a cookie of up to 2 kB, and servers accept 16 kB
// of headers.
const pendingAtMost = 4;

/** Starts a sign-in: redirects to the identity provider, and finally back to `returnTo`. */
const login: Handler = async (ctx, request) => {
  const atHome = addressAtHome(request);
  if (atHome !== null) return redirect(atHome);
  const forgotten = readPending(request).size >= pendingAtMost ? await forget(ctx, request) : [];
  return await leave(ctx, request, forgotten);
};

/** Starts a sign-in after deleting all unfinished ones of this browser. */
const retry: Handler = async (ctx, request) => {
  const atHome = addressAtHome(request);
  if (atHome !== null) return redirect(atHome);
  return await leave(ctx, request, await forget(ctx, request));
};

/**
 * Receives the browser from the identity provider: opens a session, or redirects to the landing page with the reason of
 * the failure.
 */
const callback: Handler = async (ctx, request) => {
  const id = await pendingId(new URL(request.url).searchParams.get("state") ?? "");
  const pending = readPending(request).get(id);
  if (pending === undefined) return await withoutPending(ctx, request);
  const verifier = await ctx.runMutation(internal.sessions.claim, { verifier: pending.verifier });
  if (verifier === null) return await withoutPending(ctx, request);
  const result = await finish(ctx, request, { ...pending, verifier });
  if ("secret" in result) {
    const destination = siteOrigin() + parseReturnPath(pending.returnTo, siteOrigin());
    return redirect(destination, [endedPendingCookie(id), sessionCookie(result.secret)]);
  }
  // A failed attempt is not tried again: the provider's answer has been used.
  const { failure: reason, ...who } = result;
  await ctx.runMutation(internal.sessions.refuse, { verifier, reason, ...who });
  return redirect(landingPage(reason), [endedPendingCookie(id)]);
};

const leaving = z.object({ returnTo: z.string().optional(), login_hint: z.string().optional() });

export const signInRoutes: readonly Route[] = [
  {
    ...{ method: "GET", path: "/api/login", access: "open", query: leaving },
    summary: "Start a sign-in: on to the identity provider, back to a page of ours in the end",
    answer: { status: 302 },
    handler: endingOnPage(login),
  },
  {
    ...{ method: "GET", path: "/api/login/retry", access: "open", query: leaving },
    summary: "Start a sign-in after forgetting every half-finished one of this browser",
    answer: { status: 302 },
    handler: endingOnPage(retry),
  },
  {
    ...{ method: "GET", path: "/api/auth/callback/oidc", access: "open" },
    summary: "Take the browser back from the identity provider",
    answer: { status: 302 },
    handler: endingOnPage(callback),
  },
  ...["/.well-known/openid-configuration", "/.well-known/jwks.json"].map((path): Route => ({
    ...{ method: "GET", path, access: "open" },
    summary: "The public keys that check the tokens of the live door",
    answer: { status: 200, shape: v.any() },
    handler: libraryRoute(path),
  })),
];

async function leave(
  ctx: ActionCtx,
  request: Request,
  forgotten: readonly string[],
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const verifier = await ctx.runMutation(internal.sessions.begin);
  const start = `${siteOrigin()}/api/auth/signin/${providerId}?code=${verifier}`;
  const response = await leaveForProvider(ctx, new Request(start), {});
  const address = providerAddress(response);
  if (address === null) return redirect(landingPage("failed"), forgotten);
  const hint = searchParams.get("login_hint");
  if (hint) address.searchParams.set("login_hint", hint);
  const pending: PendingSignIn = {
    verifier,
    cookies: cookieHeader(response),
    returnTo: parseReturnPath(searchParams.get("returnTo"), siteOrigin()),
  };
  const id = await pendingId(address.searchParams.get("state") ?? "");
  return redirect(address.href, [...forgotten, pendingCookie(id, pending)]);
}

/**
 * The provider's address to which the library redirects; null when the library could not reach the provider or names an
 * invalid address.
 */
function providerAddress(response: Response): URL | null {
  const location = response.headers.get("Location");
  try {
    if (location !== null) requireSafe(location);
  } catch (error) {
    console.error(error);
    return null;
  }
  return location === null ? null : new URL(location);
}

/** Deletes the unfinished sign-ins of this browser; returns the headers that delete their cookies. */
async function forget(ctx: ActionCtx, request: Request): Promise<string[]> {
  const pendingById = readPending(request);
  const verifiers = [...pendingById.values()].map((pending) => pending.verifier);
  if (verifiers.length > 0) await ctx.runMutation(internal.sessions.abandon, { verifiers });
  return [...pendingById.keys()].map(endedPendingCookie);
}

type Outcome = { secret: string } | { failure: SignInFailure; email?: string };

async function finish(ctx: ActionCtx, request: Request, pending: PendingSignIn): Promise<Outcome> {
  const secret = newSecret();
  const hashes = await sessionHashesOf(secret);
  let outcome: Outcome = { failure: "failed" };
  // The library has identified the person and now calls a mutation that would store them and return a code. This one
  // opens our session instead. The library swallows errors, so the outcome is kept here.
  const runMutation = async (
    _store: unknown,
    { args: signIn }: { args: Infer<typeof vSignIn> },
  ) => {
    const replaced = readSessionCookie(request);
    const { verifier } = pending;
    try {
      await ctx.runMutation(internal.sessions.open, { signIn, verifier, hashes, replaced });
      outcome = { secret };
    } catch (error) {
      const failure = failureByCode[errorData(error)?.code ?? "unauthenticated"];
      outcome = { failure, email: signIn.profile.email };
      throw error;
    }
    return "";
  };
  const cookies = new Headers({ Cookie: pending.cookies });
  const libraryCtx = { ...ctx, runMutation: runMutation as ActionCtx["runMutation"] };
  await returnFromProvider(libraryCtx, new Request(request.url, { headers: cookies }), {});
  return outcome;
}

/**
 * Handles a return without a pending sign-in, or whose sign-in another return finishes: that is fine for a browser that
 * is signed in by now (another tab, the back button).
 */
async function withoutPending(ctx: ActionCtx, request: Request): Promise<Response> {
  const session = readSessionCookie(request);
  const current = session && (await ctx.runQuery(internal.sessions.current, { session }));
  return redirect(current ? `${siteOrigin()}/` : landingPage("failed"));
}

/** The handler of an address that people follow: what the host does not do now ends on the landing page, not in JSON. */
function endingOnPage(handler: Handler): Handler {
  return async (...asked) => {
    try {
      return await handler(...asked);
    } catch (error) {
      if (!isPassing(error)) throw error;
      return redirect(landingPage("failed"));
    }
  };
}

const failureByCode: Readonly<Record<ErrorCode, SignInFailure>> = {
  invalid: "unverified",
  forbidden: "refused",
  unauthenticated: "failed",
  not_found: "uninvited",
  conflict: "linked",
  too_large: "failed",
  NotStored: "failed",
  Overloaded: "failed",
};

/**
 * The same address on the host name to which the provider returns; null when no move is needed. A machine answers to
 * 127.0.0.1 as well as to localhost, and cookies of one are not sent to the other.
 */
function addressAtHome(request: Request): string | null {
  const home = new URL(siteOrigin());
  const url = new URL(request.url);
  const host = request.headers.get("Host");
  const { hostname } =
    host !== null && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : url;
  // A browser keeps the cookies of a name apart from those of the same name with a dot at its end.
  const name = hostname.replace(/\.$/, "");
  const isOther = name === home.hostname || (isLoopbackName(name) && isLoopbackName(home.hostname));
  const isAtHome = hostname === home.hostname || !isOther;
  // A proxy on this machine may change the host name of each request, so the browser is redirected only once.
  if (isAtHome || url.searchParams.has("moved")) return null;
  url.searchParams.set("moved", "1");
  return home.origin + url.pathname + url.search;
}

function cookieHeader(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .join("; ");
}
