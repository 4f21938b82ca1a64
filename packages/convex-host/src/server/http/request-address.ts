import type { IncomingMessage } from "node:http";

const absolute = /^https?:\/\/([^/?#\\]*)/i;

/**
 * Gives a request whose target is a whole address, as a client sends it to a proxy, the target and the Host header of
 * any other request. The host in the target counts, not that of the header (RFC 9112).
 */
export function withoutOrigin(request: IncomingMessage): void {
  const [origin, host] = absolute.exec(request.url ?? "") ?? [];
  if (origin === undefined || host === undefined) return;
  const rest = request.url?.slice(origin.length) ?? "";
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  // HTTP/1.1 wants the header in every request; one without it is refused later.
  if (request.headers.host === undefined && request.httpVersion !== "1.0") return;
  if (request.headers.host === undefined) request.rawHeaders.push("Host", host);
  request.headers.host = host;
  // The app gets the headers as they were sent.
  request.rawHeaders = request.rawHeaders.map((text, at, all) =>
    at % 2 === 1 && all[at - 1]?.toLowerCase() === "host" ? host : text,
  );
}

/** The path and the query of a request in the one spelling that all later code uses. */
export type Address = { pathname: string; search: string };

// Only the path and the query are read, so any origin will do.
const anyOrigin = "http://localhost";

/**
 * The address of a request, with dots, doubled slashes at the start and backslashes resolved as browsers do: the
 * limits, the log and the routes must all read it in the same way. Null for a target that is not a path.
 */
export function addressOf(request: IncomingMessage): Address | null {
  let address = parse(request.url ?? "/");
  // Resolving dots may uncover further slashes at the start.
  while (address?.pathname.startsWith("//")) address = parse(address.pathname + address.search);
  return address;
}

function parse(target: string): Address | null {
  // Two slashes at the start would begin the name of a host.
  const path = target.replace(/^\/[/\\]+/, "/");
  if (!path.startsWith("/") || !URL.canParse(path, anyOrigin)) return null;
  const { pathname, search } = new URL(path, anyOrigin);
  return { pathname, search };
}
