import type { IncomingHttpHeaders } from "node:http";

/**
 * False for a socket that a page of another origin asks for. Programs name no origin and may. A page that was opened under
 * another name of this machine is ours when it came from the address that it asks now; that its name is one of ours is
 * known from the Host header.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, siteUrl: string): boolean {
  if (origin === undefined || origin === siteUrl) return true;
  if (!URL.canParse(origin)) return false;
  const pageHost = new URL(origin).host;
  return pageHost === host && pageHost !== new URL(siteUrl).host;
}
