import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Lets pages of any origin call the function API. No cookie comes with such a call, and none would say anything: callers
 * name themselves with a token. HTTP actions answer for themselves and get nothing of this.
 */
export function allowOrigins(response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", "*");
}

/** Answers a preflight. Returns false when the request is none. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "OPTIONS") return false;
  const asked = request.headers["access-control-request-headers"];
  response.setHeader("Access-Control-Allow-Methods", "GET, HEAD, POST");
  if (asked !== undefined) {
    response.setHeader("Access-Control-Allow-Headers", asked);
    response.setHeader("Vary", "Access-Control-Request-Headers");
  }
  response.setHeader("Access-Control-Max-Age", "86400");
  response.writeHead(200, { "Content-Length": 0 });
  response.end();
  return true;
}
