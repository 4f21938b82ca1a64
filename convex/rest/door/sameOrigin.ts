import { siteOrigin } from "../../lib/siteOrigin.ts";

/**
 * False for requests that a page of another origin made a browser send. Browsers add `Sec-Fetch-Site` to every request and
 * `Origin` to every change; programs that send neither carry no cookie that they were not given.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "same-origin") return true;
  const origin = request.headers.get("Origin");
  return origin === null ? site === null : origin === siteOrigin();
}

/** False for a navigation that a page of another site caused; typed addresses and own links are fine. */
export function isOwnNavigation(request: Request): boolean {
  const origin = request.headers.get("Origin");
  if (origin !== null && origin !== siteOrigin()) return false;
  return !["cross-site", "same-site"].includes(request.headers.get("Sec-Fetch-Site") ?? "");
}
