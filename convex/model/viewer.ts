import type { Doc } from "../_generated/dataModel.js";
import { AppError } from "../lib/errors.ts";
import { sha256Hex } from "../lib/hash.ts";
import { sayRefusal } from "./auditLog.ts";
import type { QueryCtx } from "./context.ts";
import { can, type Permission } from "./permissions.ts";

/**
 * Who is calling, or null: by the session secret of the HTTP door when one is given, else by the identity of the live
 * door, whose subject names the session row. Either way the session and the user are read in this transaction.
 */
export async function findViewer(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<Doc<"users"> | null> {
  const session = await findSession(ctx, secret);
  if (session === null) return null;
  const user = await ctx.db.get("users", session.userId);
  return user === null || user.removedAt !== undefined ? null : user;
}

/** The caller, who must be signed in and hold the permission. */
export async function requireStaff(
  ctx: QueryCtx,
  secret: string | undefined,
  permission: Permission,
): Promise<Doc<"users">> {
  const viewer = await findViewer(ctx, secret);
  if (viewer === null) throw new AppError("unauthenticated", "You are not signed in.");
  if (!can(viewer.role, permission)) {
    await sayRefusal(viewer, permission);
    throw new AppError("forbidden", "You do not have permission to do this.");
  }
  return viewer;
}

/** The valid session that the caller's secret or token names, or null. */
export async function findSession(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<Doc<"sessions"> | null> {
  const session = await (secret === undefined
    ? sessionOfIdentity(ctx)
    : sessionOfSecret(ctx, secret));
  // The clean-up job deletes expired rows, which re-runs live queries; comparing closes the time until it does.
  return session !== null && session.expire > Date.now() ? session : null;
}

async function sessionOfIdentity(ctx: QueryCtx): Promise<Doc<"sessions"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  const id = identity === null ? null : ctx.db.normalizeId("sessions", identity.subject);
  return id === null ? null : await ctx.db.get("sessions", id);
}

async function sessionOfSecret(ctx: QueryCtx, secret: string): Promise<Doc<"sessions"> | null> {
  const sid = await sha256Hex(secret);
  return await ctx.db
    .query("sessions")
    .withIndex("sid", (q) => q.eq("sid", sid))
    .unique();
}
