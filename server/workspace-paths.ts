import type { KnownPaths } from "convex-host";

/** The addresses at which sign-ins begin and end: each costs the store a row and the identity provider a visit. */
const signInPath = /^\/api\/(login|auth\/callback)(\/|$)/;
const sessionPath = /^\/api\/(login|logout|auth)(\/|$)/;
/** Reports, boards, lists of units and the time of a project, which read and keep tens of megabytes. */
const longPath =
  /^\/api\/(board|units|projects\/[^/]+\/(board|units|time-entries)|reports\/[^/]+)$/;
const signInPlaces = /^\/(api\/(login|logout|auth)|idp)(\/|$)/;

/** True for the addresses at which sign-ins begin and end. */
export function isSignInPath(pathname: string): boolean {
  return signInPath.test(pathname);
}

/** The facts about the workspace's addresses that the host needs. */
export const workspacePaths: KnownPaths = {
  isSignIn: isSignInPath,
  isOfSession: (path) => sessionPath.test(path),
  isLong: (path, method) => ["GET", "HEAD"].includes(method) && longPath.test(path),
  // Sign-ins that are under way.
  secretPrefixes: ["/idp/sign-in/", "/idp/auth/"],
  placeOf: (path) => {
    if (path.startsWith("/api/photos/")) return "photos";
    return signInPlaces.test(path) ? "sign-in" : null;
  },
};
