// Addresses of the server itself. Returning to one of them would sign out again or start another sign-in.
const serverPaths = /^\/(api|idp|\.well-known)(\/|$)/i;

// The path travels in a cookie, where its encoding may take three times its length.
const longestPath = 500;

/**
 * The page to return to after signing in: a path of the given origin. Returns "/" for a path that could lead to another
 * origin or that is no page.
 */
export function parseReturnPath(wanted: string | null | undefined, origin: string): string {
  if (!wanted?.startsWith("/") || wanted.length > longestPath || !URL.canParse(wanted, origin))
    return "/";
  const url = new URL(wanted, origin);
  const path = url.pathname + url.search + url.hash;
  // "/.//elsewhere" is a path of this origin, but its normalized form would lead to another one.
  const staysHere = url.origin === origin && !path.startsWith("//");
  return staysHere && !serverPaths.test(url.pathname) ? path : "/";
}
