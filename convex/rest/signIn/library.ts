import { httpRouter, type PublicHttpAction } from "convex/server";
import type { ActionCtx } from "../../_generated/server.js";
import { auth } from "../../auth.ts";
import { must } from "../../lib/errors.ts";
import type { Handler } from "../door/responses.ts";

const library = httpRouter();
auth.addHttpRoutes(library);

/**
 * A route of the sign-in library as a plain handler. The library's own routes are not mounted: they cannot pass a
 * `login_hint`, they hide the reason of a refused sign-in, and their cookies are lost over plain http on hosts other
 * than localhost.
 */
export function libraryRoute(path: string): Handler {
  const [action] = must(library.lookup(path, "GET"), `the sign-in library serves ${path}`);
  return handlerOf(action);
}

// The package stores the plain function on the action for its own tests; its types leave that out.
function handlerOf(action: PublicHttpAction): Handler {
  return (
    action as unknown as { _handler: (ctx: ActionCtx, request: Request) => Promise<Response> }
  )._handler;
}
