import { type HttpRouter, ROUTABLE_HTTP_METHODS, type RoutableMethod } from "convex/server";
import { AppError } from "../../lib/errors.ts";
import { readAsOneAccount } from "./oneAccount.ts";
import { type Handler, jsonResponse } from "./responses.ts";
import type { Route } from "./route.ts";
import { routeAction } from "./routeAction.ts";

/** Adds a table of routes to the router. All other addresses below /api answer 404 as JSON. */
export function mountRoutes(http: HttpRouter, table: readonly Route[]): void {
  const routes = table.map(withOneAccount);
  for (const { method, path, handler } of routes.filter(isExact))
    http.route({ method, path, handler: routeAction(handler) });
  for (const method of ROUTABLE_HTTP_METHODS)
    http.route({
      ...{ method, pathPrefix: "/api/" },
      handler: routeAction(handlerOfPatterns(method, routes)),
    });
}

/** The same route; an answer that is read page by page is read as one account. */
function withOneAccount(route: Route): Route {
  return route.isLong ? { ...route, handler: readAsOneAccount(route.handler) } : route;
}

function isExact({ path }: Route): boolean {
  return !path.includes(":");
}

function handlerOfPatterns(method: RoutableMethod, routes: readonly Route[]): Handler {
  const patterns = routes.filter((route) => route.method === method && !isExact(route));
  return async (ctx, request) => {
    const { pathname } = new URL(request.url);
    const segments = pathname.split("/");
    const own = routes.filter(({ path }) => path === pathname);
    // An exact address is never a parameter of another route: "/api/tasks/delete" is not the task "delete".
    if (own.length > 0) return answerOtherMethod(method, methodsOf(own));
    for (const { path, handler } of patterns) {
      const params = matchPath(path.split("/"), segments);
      if (params !== null) return await handler(ctx, request, params);
    }
    const there = routes.filter(({ path }) => matchPath(path.split("/"), segments) !== null);
    return answerOtherMethod(method, methodsOf(there));
  };
}

/** The answer to a method that an address does not support; throws "not_found" for an unknown address. */
function answerOtherMethod(method: RoutableMethod, methods: readonly string[]): Response {
  if (methods.length === 0) throw new AppError("not_found", "There is nothing at this address.");
  const allow = { Allow: [...methods, "OPTIONS"].join(", ") };
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: allow });
  const response = jsonResponse(405, { message: `This address does not take ${method}.` });
  response.headers.set("Allow", allow.Allow);
  return response;
}

/** The methods of these routes; a route with GET also supports HEAD. */
function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...new Set(methods)];
}

function matchPath(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith(":") && segment !== "") params[part.slice(1)] = decode(segment);
    else if (part !== segment) return null;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A malformed segment is no id, so the function will not find it.
    return segment;
  }
}
