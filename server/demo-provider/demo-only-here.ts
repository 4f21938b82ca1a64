import { type GuardedRequest, proxyHeaderIn } from "convex-host";
import { isSignInPath } from "../workspace-paths.ts";

/**
 * Refuses the demo provider's pages, and signing in with it, to everyone who is not at this machine: it lets anybody be
 * anybody. A proxy or a tunnel makes the host reachable without its knowing. Names of somebody else's that lead here
 * are refused before.
 */
export function refuseDemoElsewhere(prefix: string, request: GuardedRequest): string | null {
  const { pathname } = request;
  if (!pathname.startsWith(prefix) && !isSignInPath(pathname)) return null;
  const problem = problemOf(request);
  if (problem === null) return null;
  return (
    `${problem} The demo sign-in lets anyone in, so it is for this machine only. For others, set OIDC_ISSUER, ` +
    "OIDC_CLIENT_ID and OIDC_CLIENT_SECRET to an identity provider of your own; on this machine, open Turnboard at " +
    "its localhost address, without a proxy."
  );
}

function problemOf({ headers, isLocal }: GuardedRequest): string | null {
  const proxied = proxyHeaderIn(headers);
  if (proxied !== null) return `This request came through a proxy (its header ${proxied}).`;
  return isLocal ? null : "This request came from another machine.";
}
