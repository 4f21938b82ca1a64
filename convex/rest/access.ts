import { internal } from "../_generated/api.js";
import type { ActionCtx } from "../_generated/server.js";
import { AppError } from "../lib/errors.ts";
import { can, permissionByFunction } from "../rules/permissions.ts";

/** Refuses a session that may not call the public function of this name. */
export async function requirePermission(
  ctx: ActionCtx,
  session: string,
  name: string,
): Promise<void> {
  const permission = permissionByFunction[name];
  if (permission === undefined || permission === "open") return;
  const current = await ctx.runQuery(internal.sessions.current, { session });
  if (current === null) throw new AppError("unauthenticated", "You are not signed in.");
  if (permission !== "session" && !can(current.user.role, permission))
    throw new AppError("forbidden", "You do not have permission to do this.");
}
