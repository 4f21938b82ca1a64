import type { Doc, Id } from "../../_generated/dataModel.js";
import { can, type Permission } from "../../rules/permissions.ts";
import type { QueryCtx } from "../context/context.ts";

/**
 * The user in whose name work goes on in steps. Null when the user was deleted or has lost the permission since it
 * began: the work must stop then, as the calls of the user do.
 */
export async function stillActing(
  ctx: QueryCtx,
  userId: Id<"users">,
  permission: Permission,
): Promise<Doc<"users"> | null> {
  const user = await ctx.db.get("users", userId);
  const isActive = user !== null && user.removedAt === undefined && can(user.role, permission);
  return isActive ? user : null;
}
