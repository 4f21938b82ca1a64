/** The origin the pages are served from, for redirects, cookies and the same-origin rule. */
export function siteOrigin(): string {
  return new URL(process.env.SITE_URL ?? "").origin;
}
