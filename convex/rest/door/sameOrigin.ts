import { siteOrigin } from "../../lib/siteOrigin.ts";

/**
 * False for a request that a page of another origin caused. Browsers add `Sec-Fetch-Site` to every request and `Origin`
 * to every change. A program that sends neither has only the cookies that it was given.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "same-origin") return true;
  const origin = request.headers.get("Origin");
  return origin === null ? site === null : origin === siteOrigin();
}

/** False for a navigation that a page of another site caused; typed addresses and our own links are allowed. */
export function isOwnNavigation(request: Request): boolean {
  const origin = request.headers.get("Origin");
  if (origin !== null && origin !== siteOrigin()) return false;
  return !["cross-site", "same-site"].includes(request.headers.get("Sec-Fetch-Site") ?? "");
}
