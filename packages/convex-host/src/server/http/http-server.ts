import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Limits } from "../bounds/server-limits.ts";
import { describeError } from "../../log.ts";
import { newRequestId } from "../../wire/request-id.ts";
import { anonymous } from "../sync/caller-check.ts";
import { isSyncPath, type SyncServer } from "../sync/sync-server.ts";
import { type Address, addressOf, withoutOrigin } from "./request-address.ts";
import { answerWithApp } from "./app-actions.ts";
import { senderOf } from "./client-address.ts";
import type { ConnectionBound } from "./connection-bound.ts";
import { allowOrigins, answerPreflight } from "./cors.ts";
import { isForUs, misdirected } from "./host-check.ts";
import type { Exchange, HttpServices } from "./exchange.ts";
import { longestMs } from "./lateness.ts";
import { answerMetrics, metricsPath } from "./metrics-route.ts";
import type { Mount } from "./mount.ts";
import { logRequest, shownPath } from "./access-log.ts";
import { parserRefusal, refuseUnusual, socketRefusal, UnderWay } from "./refuse-socket.ts";
import { boundRest, sendError } from "./read-on.ts";
import { HttpError, refusalFor } from "./respond.ts";
import { findBuiltIn, isForPages } from "./routes.ts";
import { securityHeaders, setHeaders } from "./security-headers.ts";
import { answerSecurityText, securityTextPath } from "./security-text.ts";
import type { StaticHandler } from "./static-files.ts";
import { countFile } from "./unread-answers.ts";
import { UpgradableRequest } from "./upgradable-request.ts";

/** The services that answer requests once the host is up. */
export type HttpDoor = {
  services: HttpServices;
  sync: SyncServer;
  mounts: readonly Mount[];
  staticFiles: StaticHandler | null;
};

// The origin is not known before the start, so these refusals go without Strict-Transport-Security.
const refuse = socketRefusal("http:");
const notFound = { status: "404 Not Found", message: "Nothing is here." };
const headersTimeout = 20_000;
/**
 * Milliseconds after which an idle connection is closed, later than proxies close theirs. A proxy may send the next
 * request at that very time, and does not send an upload or a change twice. nginx keeps idle connections for one
 * minute, Caddy for two.
 */
const keepAliveTimeout = 130_000;
/**
 * Milliseconds for which an answer is kept that its client does not read. Actions, which may send nothing meanwhile,
 * have ten minutes.
 */
const stillTimeout = 11 * 60_000;
/** The name in the log of a request target that is not a path. */
const malformed = "malformed";
const noProxy = { status: "405 Method Not Allowed", message: "This is no proxy." };

export type ServerBounds = {
  bound: ConnectionBound;
  limits: Pick<Limits, "uploadBytes" | "uploadMs">;
};

/** The one HTTP server. Requests that come before `door` resolves wait for it. */
export function createHttpServer(door: Promise<HttpDoor>, { bound, limits }: ServerBounds): Server {
  const { uploadBytes: bytes, uploadMs: ms } = limits;
  const server = createServer({
    IncomingMessage: UpgradableRequest,
    // Each body has a pace limit of its own. Node's bound ends bodies that are not read, and cuts none that comes fast
    // enough.
    requestTimeout: Math.max(longestMs({ bytes, ms }), headersTimeout),
    headersTimeout,
    keepAliveTimeout,
    // The most bytes of a request's address and headers. An address may name each of some hundred documents.
    maxHeaderSize: 64 * 1024,
    // Node's own refusal has none of our headers.
    requireHostHeader: false,
  });
  // Node would leave out headers after the first thousand, and those of a proxy may be the last.
  server.maxHeadersCount = 0;
  server.setTimeout(stillTimeout);
  bound.hold(server, refuse);
  const underWay = new UnderWay();
  const answer = (request: UpgradableRequest, response: ServerResponse) => {
    if (bound.isRefused(request.socket)) return;
    withoutOrigin(request);
    if (!underWay.begin(request.socket, response)) return;
    if (request.isLastOfConnection) response.shouldKeepAlive = false;
    void door.then(
      // A client that left while the host started fires no event any more.
      (opened) => (response.destroyed ? undefined : handleRequest(opened, request, response)),
      () => response.destroy(),
    );
  };
  server.on("request", answer);
  server.on("checkExpectation", answer);
  server.on("connect", (_request, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    if (!underWay.cut(socket)) refuse(socket, noProxy);
  });
  server.on("upgrade", (request: IncomingMessage, socket, head) => {
    // After `upgrade`, Node removes its error listener; an unhandled ECONNRESET would crash the process.
    socket.on("error", () => socket.destroy());
    if (bound.isRefused(socket) || underWay.cut(socket)) return;
    withoutOrigin(request);
    // Other upgrades belong to another listener, such as the reload channel of the development server.
    if (!isSyncPath(addressOf(request)?.pathname ?? "")) {
      if (server.listenerCount("upgrade") === 1) refuse(socket, notFound);
      return;
    }
    bound.leave(socket);
    void door.then(
      ({ sync, services }) => {
        if (!isForUs(request, services.siteUrl)) return refuse(socket, misdirected);
        sync.accept({ request, socket, head }, senderOf(request, services.trustedProxies));
      },
      () => socket.destroy(),
    );
  });
  server.on("clientError", (error, socket) => {
    if (bound.isRefused(socket)) return;
    if (underWay.has(socket)) socket.destroy();
    else refuse(socket, parserRefusal(error));
  });
  return server;
}

/**
 * The most listeners of a response. Each bound, the log and the body listen for its end: Node warns of a leak from
 * eleven on.
 */
const mostListeners = 20;

async function handleRequest(
  door: HttpDoor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { services } = door;
  response.setMaxListeners(mostListeners);
  const requestId = newRequestId();
  const address = addressOf(request);
  const path = address?.pathname ?? malformed;
  // Routes see the normalized address that was counted and logged.
  if (address !== null) request.url = path + address.search;
  const sender = senderOf(request, services.trustedProxies);
  const { secretPrefixes } = services.paths;
  logRequest(services.log, { request, response, requestId, ip: sender.ip, path, secretPrefixes });
  services.metrics?.page.request(request, response, path);
  boundRest(response);
  setHeaders(response, securityHeaders(services.siteUrl));
  response.setHeader("X-Request-Id", requestId);
  try {
    refuseUnusual(request);
    if (!isForUs(request, services.siteUrl))
      throw new HttpError(421, "MisdirectedRequest", misdirected.message);
    services.bound.begin(sender.ip, response);
    const known = services.turns.senderOf(request);
    if (known !== null) services.bound.know(response, known);
    await refuseTooMany(services, { response, path, ip: sender.ip });
    const userAgent = request.headers["user-agent"] ?? null;
    await route(door, {
      ...{ request, response, isLocal: sender.isLocal },
      url: requestUrl(services.siteUrl, address),
      metadata: { requestId, ip: sender.ip, userAgent },
    });
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    const refusal = refusalFor(error);
    if (refusal !== null) {
      if (lastingStatuses.has(refusal.status)) setHeaders(response, services.refusalHeaders);
      return sendError(response, refusal);
    }
    const shown = shownPath(path, secretPrefixes);
    const fields = { requestId, path: shown, error: describeError(error) };
    services.log.error("http.failed", fields);
    sendError(
      response,
      new HttpError(500, "InternalServerError", "Your request couldn't be completed."),
    );
  }
}

/** A body that is too large, and a disk without room: no later try changes the answer. */
const lastingStatuses: ReadonlySet<number> = new Set([413, 507]);

async function refuseTooMany(
  { signInLimit }: HttpServices,
  { response, path, ip }: { response: ServerResponse; path: string; ip: string | null },
): Promise<void> {
  const seconds = await signInLimit.secondsToWait(path, ip);
  if (seconds === null) return;
  response.setHeader("Retry-After", seconds);
  const message = `Too many sign-ins from your address. Try again in ${seconds} seconds.`;
  throw new HttpError(429, "TooManyRequests", message);
}

async function route(door: HttpDoor, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  const { pathname } = url;
  const { services, mounts, staticFiles } = door;
  for (const mount of mounts) refuseAsGuarded(mount, exchange);
  const mount = mounts.find(({ prefix }) => pathname.startsWith(prefix));
  if (mount !== undefined) return mount.handle(request, response);
  if (services.metrics !== null && pathname === metricsPath)
    return answerMetrics(exchange, services.metrics);
  if (services.securityText.contacts.length > 0 && pathname === securityTextPath)
    return answerSecurityText(exchange, services.securityText);
  const builtIn = findBuiltIn(pathname);
  if (builtIn !== null) {
    if (isForPages(pathname)) {
      allowOrigins(response);
      if (answerPreflight(request, response)) return;
    }
    return builtIn(services, exchange);
  }
  if (isSyncPath(pathname))
    throw new HttpError(426, "UpgradeRequired", "This address speaks WebSocket.");
  if (mayBeApps(services, request, pathname) && (await answerWithApp(services, exchange))) return;
  const notFound = () => sendError(response, new HttpError(404, "NotFound", "Nothing is here."));
  if (staticFiles === null || isReserved(pathname)) return notFound();
  countFile(services, exchange, anonymous);
  staticFiles(request, response, notFound);
}

function refuseAsGuarded({ refusalOf }: Mount, { request, url, isLocal }: Exchange): void {
  const asked = { pathname: url.pathname, headers: request.headers, isLocal };
  const refusal = refusalOf?.(asked) ?? null;
  if (refusal !== null) throw new HttpError(403, "Forbidden", refusal);
}

/** False for paths that no route of the app's router matches: the function thread is not asked for files. */
function mayBeApps(
  { thread }: HttpServices,
  { method }: IncomingMessage,
  pathname: string,
): boolean {
  const { httpRoutes } = thread.info;
  if (httpRoutes === null) return true;
  const asked = method === "HEAD" ? "GET" : method;
  return httpRoutes.some(
    ([routeMethod, path]) =>
      routeMethod === asked &&
      (path.endsWith("*") ? pathname.startsWith(path.slice(0, -1)) : pathname === path),
  );
}

/** Paths of programs, for which a page would be a wrong answer. */
function isReserved(pathname: string): boolean {
  return /^\/+(api|\.well-known)(\/|$)/.test(pathname);
}

/** The address as functions see it. Its origin is the configured one, whatever the Host header claims. */
function requestUrl(siteUrl: string, address: Address | null): URL {
  if (address === null) throw new HttpError(400, "BadRequest", "The request target is malformed.");
  return new URL(siteUrl + address.pathname + address.search);
}
