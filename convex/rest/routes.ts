import { type HttpRouter, ROUTABLE_HTTP_METHODS, type RoutableMethod } from "convex/server";
import { AppError } from "../lib/errors.ts";
import { routeAction } from "./endpoint.ts";
import type { Handler } from "./responses.ts";

/** One row of the route table; ":name" in the path is a parameter. */
export type Route = { method: RoutableMethod; path: string; handler: Handler };

/** Puts a table of routes into the router; every other address below /api answers 404 in JSON. */
export function mountRoutes(http: HttpRouter, routes: readonly Route[]): void {
  const isExact = (route: Route) => !route.path.includes(":");
  for (const route of routes.filter(isExact)) {
    const { method, path, handler } = route;
    http.route({ method, path, handler: routeAction(handler) });
  }
  for (const method of ROUTABLE_HTTP_METHODS) {
    const patterns = routes.filter((route) => route.method === method && !isExact(route));
    http.route({ method, pathPrefix: "/api/", handler: routeAction(handlerOfPatterns(patterns)) });
  }
}

function handlerOfPatterns(routes: readonly Route[]): Handler {
  return async (ctx, request) => {
    const segments = new URL(request.url).pathname.split("/");
    for (const { path, handler } of routes) {
      const params = matchPath(path.split("/"), segments);
      if (params !== null) return await handler(ctx, request, params);
    }
    throw new AppError("not_found", "There is nothing at this address.");
  };
}

function matchPath(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decode(segment);
    else if (part !== segment) return null;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not an id either way: the function will not find it.
    return segment;
  }
}
