import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Lets pages of any origin call the function API (facts 2.4). It carries no cookie's authority: callers name themselves
 * with a token. HTTP actions answer for themselves and get nothing of this.
 */
export function allowOrigins(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Allow-Credentials", "true");
  response.setHeader("Vary", "Origin");
}

/** Answers a preflight. Returns false when the request is none. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "OPTIONS") return false;
  const asked = request.headers["access-control-request-headers"];
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, OPTIONS, PATCH, DELETE, PUT");
  if (asked !== undefined) response.setHeader("Access-Control-Allow-Headers", asked);
  response.setHeader("Access-Control-Max-Age", "86400");
  response.writeHead(200, { "Content-Length": 0 });
  response.end();
  return true;
}
