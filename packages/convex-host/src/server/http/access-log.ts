import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../../log.ts";

/** Writes a line when a request is over. It contains nothing that people sent: no query, cookie, token or body. */
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

/** Prefixes of the host's own paths that are followed by a secret: the address of a file is one. */
const ownSecretPrefixes = ["/api/storage/"];

/** The path for the log: without the secret after one of the prefixes, and cut to `longestPath`. */
export function shownPath(path: string, secretPrefixes: readonly string[]): string {
  const prefix = [...ownSecretPrefixes, ...secretPrefixes].find((one) => path.startsWith(one));
  return prefix === undefined ? path.slice(0, longestPath) : `${prefix}…`;
}
