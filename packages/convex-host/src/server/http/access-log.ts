import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../../log.ts";

/** Writes a line when a request is over. What people sent is not in it: no query, cookie, token or body. */
export function logRequest(
  log: Logger,
  {
    request,
    response,
    ...known
  }: {
    request: IncomingMessage;
    response: ServerResponse;
    requestId: string;
    ip: string | null;
    path: string;
  },
): void {
  const startedAt = performance.now();
  response.on("close", () => {
    const fields = {
      ...known,
      path: shownPath(known.path),
      method: request.method,
      status: response.statusCode,
      ms: Math.round(performance.now() - startedAt),
      isCutOff: !response.writableFinished,
    };
    if (response.statusCode >= 500) log.warn("http", fields);
    else log.debug("http", fields);
  });
}

const longestPath = 300;

/** The start of a path without what is secret in it: addresses of files, and sign-ins that are under way. */
export function shownPath(path: string): string {
  return path
    .replace(/^(\/api\/storage\/|\/idp\/(?:sign-in|auth)\/).*$/, "$1…")
    .slice(0, longestPath);
}
