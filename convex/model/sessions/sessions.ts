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

/** The life of a session from its sign-in on; use does not prolong it. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** The time that a person has to come back from the identity provider. */
export const pendingSignInSeconds = 15 * 60;

/** Sessions deleted in one transaction; nobody usually has near as many in seven days. */
const maxDeletionsPerStep = 500;

/**
 * Opens a session for a person who has just signed in; the hashes are of a secret that only the cookie holds. How the
 * provider's session is ended stays here, so that the browser needs to keep nothing for it.
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

/** Ends the session a cookie's secret names; returns how that at the provider is ended, if it can be. */
export async function endSession(
  ctx: MutationCtx,
  secret: string,
): Promise<ProviderSession | null> {
  const session = await findBySecret(ctx, secret);
  if (session === null) return null;
  await endOne(ctx, session);
  const { provider } = session.sess as { provider?: ProviderSession };
  return provider ?? null;
}

/** Ends a session whose person has done with it: nobody is shown its pages any more. */
export async function endOne(ctx: MutationCtx, { _id, userId }: Session): Promise<void> {
  await leaveAll(ctx, userId, (sessionId) => sessionId === _id);
  await deleteSession(ctx, _id);
}

/** Deletes a session with what is kept of its use, so that all open pages of it sign out at once. */
async function deleteSession(ctx: MutationCtx, sessionId: Id<"sessions">): Promise<void> {
  const use = await findUse(ctx, sessionId);
  if (use !== null) await ctx.db.delete("sessionUses", use._id);
  if ((await ctx.db.get("sessions", sessionId)) !== null)
    await ctx.db.delete("sessions", sessionId);
}

/**
 * Ends every session of a person but the one to keep; false where there was none. However many there are, none is worth
 * anything from now on: they are of an earlier generation. Their rows go in steps.
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

/** Deletes the rows of a person's ended sessions, as many as one transaction may, and schedules the rest. */
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

/** True when a session began after all sessions of its person were ended together for the last time. */
export function isOfGeneration(session: Session, user: Doc<"users">): boolean {
  return (session.generation ?? 0) === generationOf(user);
}

export function generationOf(user: Doc<"users"> | null): number {
  return user?.sessionGeneration ?? 0;
}

/** Deletes up to `limit` expired sessions, which signs out the pages that still use one; how many there were. */
export async function deleteExpired(ctx: MutationCtx, limit: number): Promise<number> {
  const sessions = await ctx.db
    .query("sessions")
    .withIndex("expire", (q) => q.lte("expire", Date.now()))
    .take(limit);
  for (const { _id } of sessions) await deleteSession(ctx, _id);
  return sessions.length;
}

/** The same with sessions that nobody has used for too long. */
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

/** Deletes up to `limit` sign-ins that took too long, so that nobody can finish them; how many there were. */
export async function deleteUnfinished(ctx: MutationCtx, limit: number): Promise<number> {
  const begunBefore = Date.now() - pendingSignInSeconds * 1000;
  const verifiers = await ctx.db
    .query("authVerifiers")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", begunBefore))
    .take(limit);
  for (const { _id } of verifiers) await ctx.db.delete("authVerifiers", _id);
  return verifiers.length;
}

/** Forgets a half-finished sign-in, so that nobody can finish it. */
export async function abandonSignIn(ctx: MutationCtx, verifier: string): Promise<void> {
  const id = ctx.db.normalizeId("authVerifiers", verifier);
  if (id !== null && (await ctx.db.get("authVerifiers", id)) !== null)
    await ctx.db.delete("authVerifiers", id);
}
