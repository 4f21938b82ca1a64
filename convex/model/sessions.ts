import type { Id } from "../_generated/dataModel.js";
import { must } from "../lib/errors.ts";
import { sha256Hex } from "../lib/hash.ts";
import { recordAudit } from "./auditLog.ts";
import type { MutationCtx } from "./context.ts";

/** How long a session lasts from its sign-in on; use does not prolong it. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** How long a person has to come back from the identity provider. */
export const pendingSignInSeconds = 15 * 60;

// Nobody has near as many sessions in seven days.
const sessionsOfOne = 500;

/** Opens a session for a person who has just signed in; `sid` is the hash of a secret that only the cookie holds. */
export async function openSession(
  ctx: MutationCtx,
  { sid, userId }: { sid: string; userId: Id<"users"> },
): Promise<void> {
  const now = Date.now();
  const expire = now + sessionSeconds * 1000;
  await ctx.db.insert("sessions", { sid, sess: { startedAt: now }, expire, userId });
  const user = must(await ctx.db.get("users", userId), "who signs in has an account");
  await recordAudit(ctx, { kind: "auth.signedIn", by: user });
}

/** Ends the session a cookie's secret names; without such a session nothing happens. */
export async function endSession(ctx: MutationCtx, secret: string): Promise<void> {
  const sid = await sha256Hex(secret);
  const session = await ctx.db
    .query("sessions")
    .withIndex("sid", (q) => q.eq("sid", sid))
    .unique();
  if (session !== null) await ctx.db.delete("sessions", session._id);
}

/** Ends every session of a person, so that all open pages of theirs sign out at once. */
export async function endSessionsOf(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const sessions = await ctx.db
    .query("sessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(sessionsOfOne);
  for (const { _id } of sessions) await ctx.db.delete("sessions", _id);
}

/** Deletes up to `limit` expired sessions, which signs out the pages that still use one; how many there were. */
export async function removeExpired(ctx: MutationCtx, limit: number): Promise<number> {
  const sessions = await ctx.db
    .query("sessions")
    .withIndex("expire", (q) => q.lte("expire", Date.now()))
    .take(limit);
  for (const { _id } of sessions) await ctx.db.delete("sessions", _id);
  return sessions.length;
}

/** Deletes up to `limit` sign-ins that took too long, so that nobody can finish them; how many there were. */
export async function removeUnfinished(ctx: MutationCtx, limit: number): Promise<number> {
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
