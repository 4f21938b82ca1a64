/** The attributes of a cookie besides its name; every cookie is HttpOnly and SameSite=Lax. */
export type CookieAttributes = { path: string; maxAgeSeconds: number; secure: boolean };

// Spaces and tabs alone separate cookies (RFC 6265). Any other blank belongs to the name: a sister site may set a cookie
// whose name begins with one. Without it the name would begin with "__Host-", which browsers refuse from that site.
const separating = /^[ \t]+/;

/**
 * The cookies of a request, value by name. Of two cookies with one name the first counts, because browsers send the one
 * with the most specific path first.
 */
export function parseCookies(header: string | null): Map<string, string> {
  const valueByName = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const separator = pair.indexOf("=");
    if (separator < 1) continue;
    const name = pair.slice(0, separator).replace(separating, "");
    if (!valueByName.has(name)) valueByName.set(name, pair.slice(separator + 1).trim());
  }
  return valueByName;
}

/** The text of a `Set-Cookie` header; the value must already be free of separators. */
export function formatCookie(name: string, value: string, attributes: CookieAttributes): string {
  const parts = [
    `${name}=${value}`,
    `Path=${attributes.path}`,
    `Max-Age=${attributes.maxAgeSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  if (attributes.secure) parts.push("Secure");
  return parts.join("; ");
}
