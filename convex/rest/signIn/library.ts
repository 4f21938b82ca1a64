import { httpRouter, type PublicHttpAction } from "convex/server";
import type { ActionCtx } from "../../_generated/server.js";
import { auth } from "../../auth.ts";
import { must } from "../../lib/errors.ts";
import type { Handler } from "../door/responses.ts";

const library = httpRouter();
auth.addHttpRoutes(library);

/**
 * A route of the sign-in library as a plain handler. Its own routes are not mounted: they offer no way to pass a
 * `login_hint`, they hide why a sign-in was refused, and their cookies do not survive plain http away from localhost.
 */
export function libraryRoute(path: string): Handler {
  const [action] = must(library.lookup(path, "GET"), `the sign-in library serves ${path}`);
  return handlerOf(action);
}

// The package keeps the plain function on the action for its own tests; its types leave that out.
function handlerOf(action: PublicHttpAction): Handler {
  return (
    action as unknown as { _handler: (ctx: ActionCtx, request: Request) => Promise<Response> }
  )._handler;
}
