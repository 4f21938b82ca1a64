import type { Doc } from "../../_generated/dataModel.js";
import { AppError, notPermitted } from "../../lib/errors.ts";
import { rememberedSha256Hex } from "../../lib/hash.ts";
import { tokenKeyClaim } from "../../lib/signIn/sessionSecrets.ts";
import { can, lackingForFields, type Permission } from "../../rules/permissions.ts";
import type { QueryCtx, Writer } from "../context/context.ts";
import { sayRefusal } from "../audit/auditLog.ts";
import { findBySecret, isOfGeneration } from "./sessions.ts";
import { isIdle } from "./sessionUses.ts";

/** A valid session and its user. */
export type SignedIn = { session: Doc<"sessions">; user: Doc<"users"> };

/**
 * The caller, or null without a valid session. A session secret of the HTTP door comes first; otherwise the token of
 * the live door counts, whose subject is the id of the session. Session and user are both read in this transaction.
 */
export async function findViewer(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<Doc<"users"> | null> {
  return (await findSignedIn(ctx, secret))?.user ?? null;
}

/** The caller's session and user, found as in `findViewer`; null without a valid session. */
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

/** The caller's session and user, whatever the role; throws "unauthenticated" without a valid session. */
export async function requireSignedIn(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<SignedIn> {
  const signedIn = await findSignedIn(ctx, secret);
  if (signedIn === null) throw new AppError("unauthenticated", "You are not signed in.");
  return signedIn;
}

/** The caller; throws without a valid session or without the permission. */
export async function requireStaff(
  ctx: QueryCtx,
  secret: string | undefined,
  permission: Permission,
): Promise<Doc<"users">> {
  return (await requireWriter(ctx, secret, permission)).viewer;
}

/** The caller of a write, with the id of the session; throws as `requireStaff` does. */
export async function requireWriter(
  ctx: QueryCtx,
  secret: string | undefined,
  permission: Permission,
): Promise<Writer> {
  const { session, user: viewer } = await requireSignedIn(ctx, secret);
  if (!can(viewer.role, permission)) await refuse(viewer, permission);
  return { viewer, sessionId: session._id };
}

/** Throws when a sent field needs a permission that the viewer lacks, whatever its value. */
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
  throw notPermitted();
}

/** The caller's session; throws without a valid session or without the permission. */
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
 * The session of a token. The id alone proves nothing, even from somebody who can read the database or sign tokens: the
 * token must also carry the key, of which the row has only the hash.
 */
async function sessionOfIdentity(ctx: QueryCtx): Promise<Doc<"sessions"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  const id = identity === null ? null : ctx.db.normalizeId("sessions", identity.subject);
  const session = id === null ? null : await ctx.db.get("sessions", id);
  const key = identity?.[tokenKeyClaim];
  if (session?.tokenHash === undefined || typeof key !== "string") return null;
  return (await rememberedSha256Hex(key)) === session.tokenHash ? session : null;
}

/**
 * The session of a secret; null when it is idle. Only the HTTP door checks that: a live query must not depend on the
 * last use, so the clean-up job ends idle sessions of open pages.
 */
async function sessionInUse(ctx: QueryCtx, secret: string): Promise<Doc<"sessions"> | null> {
  const session = await findBySecret(ctx, secret);
  return session !== null && (await isIdle(ctx, session)) ? null : session;
}
