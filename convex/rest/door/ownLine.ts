import { rememberedSha256Hex } from "../../lib/hash.ts";
import type { Handler } from "./responses.ts";
import type { Route } from "./route.ts";
import { readSessionCookie } from "./sessionCookie.ts";

/** Of a hash, as much as tells sessions apart and is good for nothing else. */
const nameLength = 32;

/**
 * Names the sender of an answered request to the host, which takes the header away: whoever is signed in has turns of their own,
 * and the host knows no cookie by itself.
 */
export async function nameLine(response: Response, session: string): Promise<Response> {
  const name = (await rememberedSha256Hex(`line ${session}`)).slice(0, nameLength);
  response.headers.set("Convex-Host-Line", name);
  return response;
}

/** The same route, naming whom it let in. What is open to everybody says nothing of who came. */
export function namingLine(route: Route): Route {
  if (route.access === "open") return route;
  const handler: Handler = async (ctx, request, params) => {
    const response = await route.handler(ctx, request, params);
    const session = readSessionCookie(request) ?? "";
    return session === "" || response.status >= 400 ? response : await nameLine(response, session);
  };
  return { ...route, handler };
}
