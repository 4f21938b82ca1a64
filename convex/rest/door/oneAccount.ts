import { internal } from "../../_generated/api.js";
import type { ActionCtx } from "../../_generated/server.js";
import { AppError } from "../../lib/errors.ts";
import type { Handler } from "./responses.ts";
import { readSessionCookie } from "./sessionCookie.ts";

/**
 * Wraps the handler of an answer that is read page by page, each page by a query of its own. All pages must be read
 * with the same rights of the caller. Otherwise one answer could have the rents of some units and no rents of others.
 */
export function readAsOneAccount(handler: Handler): Handler {
  return async (ctx, request, params) => {
    const before = await accountOf(ctx, request);
    const response = await handler(ctx, request, params);
    const after = await accountOf(ctx, request);
    if (before !== null && after === null)
      throw new AppError("unauthenticated", "You are not signed in.");
    if (before !== after)
      throw new AppError("conflict", "Your account changed during the answer. Ask again.");
    return response;
  };
}

/**
 * The role of the caller, with the time of the last change of the account: a role that was changed and given back is
 * not the same. Null without a valid session.
 */
async function accountOf(ctx: ActionCtx, request: Request): Promise<string | null> {
  const session = readSessionCookie(request);
  const current = session && (await ctx.runQuery(internal.sessions.current, { session }));
  return current ? `${current.user.role} ${current.user.updatedAt}` : null;
}
