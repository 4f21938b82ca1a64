import type { IncomingHttpHeaders } from "node:http";

/**
 * False for a socket that a page of another origin asks for. Programs send no Origin header and are allowed. A page
 * that was opened under another name of this machine is allowed when its host is the one that it asks now. The Host
 * header was checked before, so that name is one of ours.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, siteUrl: string): boolean {
  if (origin === undefined || origin === siteUrl) return true;
  if (!URL.canParse(origin)) return false;
  const pageHost = new URL(origin).host;
  return pageHost === host && pageHost !== new URL(siteUrl).host;
}
