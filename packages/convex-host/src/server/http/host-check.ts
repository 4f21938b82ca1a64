import type { IncomingMessage } from "node:http";
import { isLoopbackName } from "./loopback.ts";

/** The refusal of a request that names another host than this site. */
export const misdirected = {
  status: "421 Misdirected Request",
  message: "The Host header names another site than SITE_URL.",
};

/**
 * True when a request names the site, this machine, or the address at which it came in. A page of another site whose
 * name was pointed here can name none of these, because its browser sends that site's name. Ports are ignored: a tunnel
 * or a proxy may have another one.
 */
export function isForUs(request: IncomingMessage, siteUrl: string): boolean {
  const { host } = request.headers;
  // A browser always sends a Host header. A request that needs one and has none is refused before.
  if (host === undefined) return true;
  const name = nameIn(host);
  if (name === null) return false;
  const here = request.socket.localAddress?.replace(/^::ffff:/, "");
  return name === nameOfSite(siteUrl) || isLoopbackName(name) || name === here;
}

/** A cache of the names in Host headers: most requests name the same few hosts. */
const knownNames = new Map<string, string | null>();
const mostKnown = 64;
const longestKnown = 256;

/** The name or the address in a Host header, without the port; null when there is none. */
function nameIn(host: string): string | null {
  const known = knownNames.get(host);
  if (known !== undefined) return known;
  const name = readName(host);
  if (knownNames.size === mostKnown) knownNames.clear();
  if (host.length <= longestKnown) knownNames.set(host, name);
  return name;
}

/** The cached name of the site, which is the same for the whole process. */
let site: { url: string; name: string | null } | null = null;

function nameOfSite(url: string): string | null {
  if (site?.url !== url) site = { url, name: nameIn(new URL(url).host) };
  return site.name;
}

function readName(host: string): string | null {
  if (!/^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(:\d*)?$/i.test(host)) return null;
  const url = `http://${host}`;
  // A dot at the end says that a name is whole.
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$|\.$/g, "") : null;
}
