import type { Doc } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { rememberedSha256Hex } from "../../lib/hash.ts";
import { tokenKeyClaim } from "../../lib/signIn/sessionSecrets.ts";
import { can, lackingForFields, type Permission } from "../../rules/permissions.ts";
import type { QueryCtx } from "../context/context.ts";
import { sayRefusal } from "../audit/auditLog.ts";
import { findBySecret, isOfGeneration } from "./sessions.ts";
import { isIdle } from "./sessionUses.ts";

/** A valid session and whose it is. */
export type SignedIn = { session: Doc<"sessions">; user: Doc<"users"> };

/**
 * The caller, or null: by the session secret of the HTTP door when one is given, else by the identity of the live
 * door, whose subject names the session row. Either way the session and the user are read in this transaction.
 */
export async function findViewer(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<Doc<"users"> | null> {
  return (await findSignedIn(ctx, secret))?.user ?? null;
}

/** The same with the session that the caller's secret or token names. */
export async function findSignedIn(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<SignedIn | null> {
  const session = await findSession(ctx, secret);
  if (session === null) return null;
  const user = await ctx.db.get("users", session.userId);
  if (user === null || user.removedAt !== undefined) return null;
  return isOfGeneration(session, user) ? { session, user } : null;
}

/** The caller, who must be signed in; any role will do. */
export async function requireSignedIn(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<SignedIn> {
  const signedIn = await findSignedIn(ctx, secret);
  if (signedIn === null) throw new AppError("unauthenticated", "You are not signed in.");
  return signedIn;
}

/** The caller, who must be signed in and hold the permission. */
export async function requireStaff(
  ctx: QueryCtx,
  secret: string | undefined,
  permission: Permission,
): Promise<Doc<"users">> {
  const { user: viewer } = await requireSignedIn(ctx, secret);
  if (!can(viewer.role, permission)) await refuse(viewer, permission);
  return viewer;
}

/** Refuses a viewer who sends a function a field that needs a permission they lack, whatever its value. */
export async function requireFields(
  viewer: Doc<"users">,
  name: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<void> {
  const lacking = lackingForFields(viewer.role, name, sent);
  if (lacking !== null) await refuse(viewer, lacking);
}

async function refuse(viewer: Doc<"users">, permission: Permission): Promise<never> {
  await sayRefusal(viewer, permission);
  throw new AppError("forbidden", "You do not have permission to do this.");
}

/** The session of the caller, who must hold the permission. */
export async function requireSession(
  ctx: QueryCtx,
  secret: string | undefined,
  permission: Permission,
): Promise<Doc<"sessions">> {
  await requireStaff(ctx, secret, permission);
  return (await requireSignedIn(ctx, secret)).session;
}

async function findSession(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<Doc<"sessions"> | null> {
  const session = await (secret === undefined ? sessionOfIdentity(ctx) : sessionInUse(ctx, secret));
  // The clean-up job deletes expired rows, which re-runs live queries; comparing closes the time until it does.
  return session !== null && session.expire > Date.now() ? session : null;
}

/**
 * The session a token names. Its id alone proves nothing, whoever may read the database or sign tokens: the token must
 * carry the key, of which the row has only the hash.
 */
async function sessionOfIdentity(ctx: QueryCtx): Promise<Doc<"sessions"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  const id = identity === null ? null : ctx.db.normalizeId("sessions", identity.subject);
  const session = id === null ? null : await ctx.db.get("sessions", id);
  const key = identity?.[tokenKeyClaim];
  if (session?.tokenHash === undefined || typeof key !== "string") return null;
  return (await rememberedSha256Hex(key)) === session.tokenHash ? session : null;
}

/** Live queries must not depend on when a session was used last: there, the clean-up job ends what is idle. */
async function sessionInUse(ctx: QueryCtx, secret: string): Promise<Doc<"sessions"> | null> {
  const session = await findBySecret(ctx, secret);
  return session !== null && (await isIdle(ctx, session)) ? null : session;
}
