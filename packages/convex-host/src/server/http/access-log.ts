import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../../log.ts";

/** Writes a line when a request is over. What people sent is not in it: no query, cookie, token or body. */
export function logRequest(
  log: Logger,
  {
    request,
    response,
    secretPrefixes,
    ...known
  }: {
    request: IncomingMessage;
    response: ServerResponse;
    requestId: string;
    ip: string | null;
    path: string;
    secretPrefixes: readonly string[];
  },
): void {
  const startedAt = performance.now();
  response.on("close", () => {
    const fields = {
      ...known,
      path: shownPath(known.path, secretPrefixes),
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

/** The addresses of files are secrets. */
const ownSecretPrefixes = ["/api/storage/"];

/** The start of a path without the secret that stands behind one of the prefixes. */
export function shownPath(path: string, secretPrefixes: readonly string[]): string {
  const prefix = [...ownSecretPrefixes, ...secretPrefixes].find((one) => path.startsWith(one));
  return prefix === undefined ? path.slice(0, longestPath) : `${prefix}…`;
}
