import { internal } from "../../_generated/api.js";
import type { ActionCtx } from "../../_generated/server.js";
import { sha256Hex } from "../../lib/hash.ts";
import type { Handler } from "./responses.ts";
import type { Route } from "./route.ts";
import { readSessionCookie } from "./sessionCookie.ts";

/** Of a hash, as much as tells people apart. */
const nameLength = 32;

// A session is one person's for good: a line that is known is not looked up with each request.
const rememberedAtMost = 1000;
const lineBySession = new Map<string, string>();

/**
 * Names the sender of an answered request to the host, which takes the header away: whoever is signed in has turns of their own,
 * and the host knows no cookie by itself. All sessions of a person are one sender.
 */
export async function nameLine(
  ctx: ActionCtx,
  response: Response,
  session: string,
): Promise<Response> {
  const line = lineBySession.get(session) ?? (await lineOf(ctx, session));
  if (line === null) return response;
  if (lineBySession.size >= rememberedAtMost) lineBySession.clear();
  lineBySession.set(session, line);
  response.headers.set("Convex-Host-Line", line);
  return response;
}

/** Null for a session that has ended meanwhile. */
async function lineOf(ctx: ActionCtx, session: string): Promise<string | null> {
  const current = await ctx.runQuery(internal.sessions.current, { session });
  if (current === null) return null;
  return (await sha256Hex(`line ${current.user.id}`)).slice(0, nameLength);
}

/** The same route, naming whom it let in. What is open to everybody says nothing of who came. */
export function namingLine(route: Route): Route {
  if (route.access === "open") return route;
  const handler: Handler = async (ctx, request, params) => {
    const response = await route.handler(ctx, request, params);
    const session = readSessionCookie(request) ?? "";
    const isLetIn = session !== "" && response.status < 400;
    return isLetIn ? await nameLine(ctx, response, session) : response;
  };
  return { ...route, handler };
}
