import { adminPrefixes, adminRoutes } from "../admin/routes.ts";
import {
  functionRoute,
  queryAtTsRoute,
  queryBatchRoute,
  queryTsRoute,
  runRoute,
} from "./functions.ts";
import type { RouteHandler } from "./exchange.ts";
import { readBody } from "./body.ts";
import { sendJson, sendText } from "./respond.ts";
import { downloadRoute, uploadRoute } from "./storage.ts";

const versionRoute: RouteHandler = ({ version }, { response }) => {
  sendText(response, { status: 200, type: "text/plain; charset=utf-8", text: version });
  return Promise.resolve();
};

const instanceNameRoute: RouteHandler = ({ thread }, { response }) => {
  const text = thread.info.instanceName;
  sendText(response, { status: 200, type: "text/plain; charset=utf-8", text });
  return Promise.resolve();
};

const echoRoute: RouteHandler = async ({ limits }, { request, response }) => {
  const body = await readBody(request, { bytes: 64 * 1024, ms: limits.bodyMs });
  response.writeHead(200, {
    "Content-Type": "application/octet-stream",
    "Content-Length": body.length,
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
};

const debugEventRoute: RouteHandler = async ({ limits }, { request, response }) => {
  await readBody(request, { bytes: 1024 * 1024, ms: limits.bodyMs });
  sendJson(response, 200, null);
};

/** The host's own addresses: they come before the app's, and an app that uses one of them never sees it asked for. */
const builtInRoutes: Readonly<Record<string, RouteHandler>> = {
  "/version": versionRoute,
  "/instance_version": versionRoute,
  "/instance_name": instanceNameRoute,
  "/echo": echoRoute,
  "/api/query": functionRoute("query"),
  "/api/mutation": functionRoute("mutation"),
  "/api/action": functionRoute("action"),
  "/api/function": functionRoute("any"),
  "/api/query_batch": queryBatchRoute,
  "/api/query_ts": queryTsRoute,
  "/api/query_at_ts": queryAtTsRoute,
  "/api/storage/upload": uploadRoute,
  "/api/debug_event": debugEventRoute,
  ...adminRoutes,
};

/** Built-in addresses with something variable behind them. */
const builtInPrefixes: Readonly<Record<string, RouteHandler>> = {
  "/api/run/": runRoute,
  "/api/storage/": downloadRoute,
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
