import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHead, ResponseHead } from "../../wire/commands.ts";
import type { Exchange } from "./exchange.ts";

/** Headers that belong to one connection and not to the message (RFC 9110, 7.6.1). */
const connectionHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "expect",
]);
const bodyless = new Set(["GET", "HEAD", "OPTIONS"]);

/** The head of a request as an action sees it. */
export function headOf({ request, url }: Exchange): RequestHead {
  const headers: [string, string][] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? "";
    if (!connectionHeaders.has(name.toLowerCase()))
      headers.push([name, request.rawHeaders[index + 1] ?? ""]);
  }
  const method = request.method ?? "GET";
  return { url: url.href, method, headers, hasBody: !bodyless.has(method) && hasBody(request) };
}

function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers["transfer-encoding"] !== undefined ||
    Number(request.headers["content-length"] ?? 0) > 0
  );
}

/** Gives an answer the status and the headers that an action chose. */
export function setHead(response: ServerResponse, head: ResponseHead): void {
  response.statusCode = head.status;
  const ownNames = new Set<string>();
  for (const [name, value] of head.headers) {
    if (connectionHeaders.has(name)) continue;
    // The first header of a name replaces the default one; further ones (cookies) are added.
    if (ownNames.has(name)) response.appendHeader(name, value);
    else response.setHeader(name, value);
    ownNames.add(name);
  }
}
