import { adminPrefixes, adminRoutes } from "./admin/admin-routes.ts";
import {
  functionRoute,
  queryAtTsRoute,
  queryBatchRoute,
  queryTsRoute,
  runRoute,
} from "./function-routes.ts";
import type { RouteHandler } from "./exchange.ts";
import { limitBody } from "./body.ts";
import { HttpError, sendJson, sendText } from "./respond.ts";
import { downloadRoute, uploadRoute } from "./file-routes.ts";

/** Routes that Convex's command line calls without a key, to find a deployment. */
const instanceNameRoute: RouteHandler = ({ instanceName }, { request, response }) => {
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new HttpError(405, "MethodNotAllowed", "Use GET.");
  sendText(response, { status: 200, type: "text/plain; charset=utf-8", text: instanceName });
  return Promise.resolve();
};

const debugEventRoute: RouteHandler = async ({ limits }, { request, response }) => {
  // Any client may send one, and its contents are dropped.
  for await (const piece of limitBody(request, { bytes: 1024 * 1024, ms: limits.bodyMs }))
    void piece;
  sendJson(response, 200, null);
};

/** Routes that pages may call, also pages of other origins. */
const pageRoutes: Readonly<Record<string, RouteHandler>> = {
  "/api/query": functionRoute("query"),
  "/api/mutation": functionRoute("mutation"),
  "/api/action": functionRoute("action"),
  "/api/function": functionRoute("any"),
  "/api/query_batch": queryBatchRoute,
  "/api/query_ts": queryTsRoute,
  "/api/query_at_ts": queryAtTsRoute,
  "/api/storage/upload": uploadRoute,
  "/api/debug_event": debugEventRoute,
};
const pagePrefixes: Readonly<Record<string, RouteHandler>> = {
  "/api/run/": runRoute,
  "/api/storage/": downloadRoute,
};

/** The host's own addresses. They come before the app's: a route of the app at one of them is never called. */
const builtInRoutes: Readonly<Record<string, RouteHandler>> = {
  ...pageRoutes,
  "/instance_name": instanceNameRoute,
  ...adminRoutes,
};

/** Built-in addresses that are followed by something variable. */
const builtInPrefixes: Readonly<Record<string, RouteHandler>> = {
  ...pagePrefixes,
  ...adminPrefixes,
};

/** The host's own handler for a path, or null. */
export function findBuiltIn(pathname: string): RouteHandler | null {
  const exact = Object.hasOwn(builtInRoutes, pathname) ? builtInRoutes[pathname] : undefined;
  if (exact !== undefined) return exact;
  for (const [prefix, handler] of Object.entries(builtInPrefixes))
    if (pathname.startsWith(prefix)) return handler;
  return null;
}

/** True for paths that pages of other origins may call; the others are for programs. */
export function isForPages(pathname: string): boolean {
  return (
    Object.hasOwn(pageRoutes, pathname) ||
    Object.keys(pagePrefixes).some((prefix) => pathname.startsWith(prefix))
  );
}
