import { isIP } from "node:net";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isLoopback } from "./loopback.ts";

export type Sender = { ip: string | null; isLocal: boolean };

/** Headers that proxies and tunnels add to a request that they pass on; `X-Forwarded-` has many endings. */
const proxyHeaders =
  /^(x-forwarded(-.*)?|x-original-forwarded-for|forwarded|via|(x-|true-|fly-|x-cluster-)client-ip|x-real-ip|cf-.*|cdn-loop|x-envoy-.*)$/;

/** The name of a header that a proxy left on a request; null when none shows. */
export function proxyHeaderIn(headers: IncomingHttpHeaders): string | null {
  return Object.keys(headers).find((name) => proxyHeaders.test(name)) ?? null;
}

/**
 * The address of a request's sender. Behind `trustedProxies` proxies it is the address that the outermost of them saw:
 * each adds the address that it sees to the end of the list, and earlier entries may be forged. With fewer entries, the
 * sender went around the outer proxies, and the first entry is its address.
 */
export function senderOf(request: IncomingMessage, trustedProxies: number): Sender {
  const peer = request.socket.remoteAddress ?? null;
  const forwarded = forwardedFor(request);
  const told = trustedProxies === 0 ? [] : forwarded.slice(-trustedProxies);
  // Some proxies write "unknown" in place of an address.
  const ip = told.find((entry) => isIP(entry) !== 0) ?? peer;
  // A header alone makes no sender local: every connection must be local, also at each proxy, and no uncounted proxy
  // may stand between.
  const isLocal = [...forwarded, peer].every((address) => address !== null && isLoopback(address));
  const isToldBy = forwarded.length > 0 || proxyHeaderIn(request.headers) === null;
  return { ip, isLocal: isLocal && isToldBy && forwarded.length <= trustedProxies };
}

function forwardedFor(request: IncomingMessage): string[] {
  const header = request.headers["x-forwarded-for"];
  if (header === undefined) return [];
  return [header]
    .flat()
    .join(",")
    .split(",")
    .map((entry) => withoutPort(entry.trim()))
    .filter((address) => address !== "");
}

/** Removes the port that some proxies add, which differs each time: "192.0.2.1:5000", "[2001:db8::1]:5000". */
function withoutPort(entry: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([^:]+):\d+$/.exec(entry)?.[1] ?? entry;
}
