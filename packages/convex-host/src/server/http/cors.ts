import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Lets pages of any origin call the function API. Such a call has no cookie, and the API would ignore one: callers
 * identify themselves with a token. HTTP actions set their own headers.
 */
export function allowOrigins(response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", "*");
}

/** Answers a preflight request; false for any other request. */
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
