// Addresses of the server itself: returning to one of them would sign out again or start over.
const serverPaths = /^\/(api|idp|\.well-known)(\/|$)/i;

// The path travels in a cookie, where its encoding may take three times its length.
const longestPath = 500;

/**
 * The page to return to after signing in: a path of the given origin, or "/" for anything that could lead away from it
 * or that is no page.
 */
export function parseReturnPath(wanted: string | null | undefined, origin: string): string {
  if (!wanted?.startsWith("/") || wanted.length > longestPath || !URL.canParse(wanted, origin))
    return "/";
  const url = new URL(wanted, origin);
  const path = url.pathname + url.search + url.hash;
  // "/.//elsewhere" is of this origin, and its normalized form would lead away from it.
  const staysHere = url.origin === origin && !path.startsWith("//");
  return staysHere && !serverPaths.test(url.pathname) ? path : "/";
}
