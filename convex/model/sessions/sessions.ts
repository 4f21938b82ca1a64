import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { must } from "../../lib/errors.ts";
import { sha256Hex } from "../../lib/hash.ts";
import type { ProviderSession } from "../../lib/signIn/openIdClaims.ts";
import type { SessionHashes } from "../../lib/signIn/sessionSecrets.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { recordAudit } from "../audit/auditLog.ts";
import { leaveAll } from "../presence/presences.ts";
import { findUse, idleSince, insertUse } from "./sessionUses.ts";

type Session = Doc<"sessions">;

/** The lifetime of a session in seconds, counted from its sign-in; use does not extend it. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** The time in which a person has to return from the identity provider, in seconds. */
export const pendingSignInSeconds = 15 * 60;

/** The maximum number of sessions deleted in one transaction; users rarely have as many in seven days. */
const maxDeletionsPerStep = 500;

/**
 * Opens a session for a user who has just signed in. The hashes come from a secret that only the cookie holds. The data
 * that ends the provider's session is stored here, so that the browser need not keep it.
 */
export async function openSession(
  ctx: MutationCtx,
  session: { hashes: SessionHashes; userId: Id<"users">; provider: ProviderSession | null },
): Promise<void> {
  const { hashes, userId, provider } = session;
  const startedAt = Date.now();
  const expire = startedAt + sessionSeconds * 1000;
  const sess = provider === null ? { startedAt } : { startedAt, provider };
  const user = must(await ctx.db.get("users", userId), "who signs in has an account");
  const generation = generationOf(user);
  const row = { ...hashes, sess, expire, userId, generation };
  const sessionId = await ctx.db.insert("sessions", row);
  await insertUse(ctx, { sessionId, userId, generation });
  await recordAudit(ctx, { kind: "auth.signedIn", by: user });
}

/** The session a cookie's secret names, valid or not. */
export async function findBySecret(ctx: QueryCtx, secret: string): Promise<Session | null> {
  const sid = await sha256Hex(secret);
  return await ctx.db
    .query("sessions")
    .withIndex("sid", (q) => q.eq("sid", sid))
    .unique();
}

/** Ends the session of a cookie's secret; returns the data that ends the provider's session, or null. */
export async function endSession(
  ctx: MutationCtx,
  secret: string,
): Promise<ProviderSession | null> {
  const session = await findBySecret(ctx, secret);
  if (session === null) return null;
  await endOne(ctx, session);
  return providerSessionOf(session);
}

/** The data that ends the provider's session; null when it cannot be ended. */
export function providerSessionOf({ sess }: Session): ProviderSession | null {
  const { provider } = sess as { provider?: ProviderSession };
  return provider ?? null;
}

/** Ends one session: deletes its open pages from the presence lists, and its row. */
export async function endOne(ctx: MutationCtx, { _id, userId }: Session): Promise<void> {
  await leaveAll(ctx, userId, (sessionId) => sessionId === _id);
  await deleteSession(ctx, _id);
}

/** Deletes a session and its use row, so that all open pages of the session sign out at once. */
async function deleteSession(ctx: MutationCtx, sessionId: Id<"sessions">): Promise<void> {
  const use = await findUse(ctx, sessionId);
  if (use !== null) await ctx.db.delete("sessionUses", use._id);
  if ((await ctx.db.get("sessions", sessionId)) !== null)
    await ctx.db.delete("sessions", sessionId);
}

/**
 * Ends all sessions of a user except the one to keep; returns false when there was none. All ended sessions become
 * invalid at once, however many there are, because they belong to an earlier generation. Their rows are deleted in
 * steps.
 */
export async function endSessionsOf(
  ctx: MutationCtx,
  userId: Id<"users">,
  kept?: Id<"sessions">,
): Promise<boolean> {
  const before = generationOf(await ctx.db.get("users", userId));
  const some = await ctx.db
    .query("sessions")
    .withIndex("userId_generation", (q) => q.eq("userId", userId))
    .take(2);
  if (some.every(({ _id }) => _id === kept)) return false;
  await leaveAll(ctx, userId, (sessionId) => sessionId !== kept);
  const generation = before + 1;
  await ctx.db.patch("users", userId, { sessionGeneration: generation });
  if (kept !== undefined) {
    await ctx.db.patch("sessions", kept, { generation });
    const use = await findUse(ctx, kept);
    if (use !== null) await ctx.db.patch("sessionUses", use._id, { generation });
  }
  await deleteEnded(ctx, userId);
  return true;
}

/** Deletes rows of a user's ended sessions, as many as one transaction may, and schedules the rest. */
export async function deleteEnded(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const generation = generationOf(await ctx.db.get("users", userId));
  const ended = await ctx.db
    .query("sessions")
    .withIndex("userId_generation", (q) => q.eq("userId", userId).lt("generation", generation))
    .take(maxDeletionsPerStep);
  for (const { _id } of ended) await deleteSession(ctx, _id);
  if (ended.length < maxDeletionsPerStep) return;
  await ctx.scheduler.runAfter(0, internal.jobs.cleanup.endedSessions, { userId });
}

/** True when a session began after the last time that all sessions of its user were ended together. */
export function isOfGeneration(session: Session, user: Doc<"users">): boolean {
  return (session.generation ?? 0) === generationOf(user);
}

export function generationOf(user: Doc<"users"> | null): number {
  return user?.sessionGeneration ?? 0;
}

/** Deletes up to `limit` expired sessions, which signs out the pages that still use them; returns their number. */
export async function deleteExpired(ctx: MutationCtx, limit: number): Promise<number> {
  const sessions = await ctx.db
    .query("sessions")
    .withIndex("expire", (q) => q.lte("expire", Date.now()))
    .take(limit);
  for (const { _id } of sessions) await deleteSession(ctx, _id);
  return sessions.length;
}

/** Deletes up to `limit` idle sessions; returns their number. */
export async function deleteIdle(ctx: MutationCtx, limit: number): Promise<number> {
  const since = idleSince();
  if (since === null) return 0;
  const uses = await ctx.db
    .query("sessionUses")
    .withIndex("lastSeenAt", (q) => q.lte("lastSeenAt", since))
    .take(limit);
  for (const { sessionId } of uses) await deleteSession(ctx, sessionId);
  return uses.length;
}

/** Deletes up to `limit` sign-ins that have taken too long, so that they cannot be finished; returns their number. */
export async function deleteUnfinished(ctx: MutationCtx, limit: number): Promise<number> {
  const begunBefore = Date.now() - pendingSignInSeconds * 1000;
  const verifiers = await ctx.db
    .query("authVerifiers")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", begunBefore))
    .take(limit);
  for (const { _id } of verifiers) await ctx.db.delete("authVerifiers", _id);
  return verifiers.length;
}

/**
 * Gives the verifier of a sign-in a new id, which its caller alone knows: only one can finish the sign-in. Returns null
 * when there is no such verifier any more.
 */
export async function claimSignIn(
  ctx: MutationCtx,
  verifier: string,
): Promise<Id<"authVerifiers"> | null> {
  const id = ctx.db.normalizeId("authVerifiers", verifier);
  const row = id === null ? null : await ctx.db.get("authVerifiers", id);
  if (row === null) return null;
  const { _id, _creationTime: _, ...fields } = row;
  await ctx.db.delete("authVerifiers", _id);
  return await ctx.db.insert("authVerifiers", fields);
}

/** Deletes an unfinished sign-in, so that it cannot be finished. */
export async function abandonSignIn(ctx: MutationCtx, verifier: string): Promise<void> {
  const id = ctx.db.normalizeId("authVerifiers", verifier);
  if (id !== null && (await ctx.db.get("authVerifiers", id)) !== null)
    await ctx.db.delete("authVerifiers", id);
}
