import type { Doc, Id } from "../_generated/dataModel.js";
import { hashSecret } from "../lib/secrets.ts";
import type { MutationCtx, QueryCtx } from "./context.ts";

/** How long a session lasts from its sign-in on; it is not prolonged by use. */
export const sessionDays = 7;

const sessionMs = sessionDays * 24 * 60 * 60 * 1000;

// An ended person's sessions and a round of cleaning go in one transaction each; nobody has near as many.
const endedAtOnce = 500;

/**
 * The valid session of this call: named by the secret of the HTTP door's cookie, else by the live door's token. Null when
 * there is none, it was ended or it has expired.
 */
export async function findSession(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<Doc<"sessions"> | null> {
  const session =
    secret === undefined ? await sessionOfToken(ctx) : await sessionOfSecret(ctx, secret);
  return session !== null && session.expire > Date.now() ? session : null;
}

/** The valid session of this call with the person it belongs to; null as well once that account is removed. */
export async function findSignedIn(
  ctx: QueryCtx,
  secret: string | undefined,
): Promise<{ session: Doc<"sessions">; user: Doc<"users"> } | null> {
  const session = await findSession(ctx, secret);
  const user = session && (await ctx.db.get("users", session.userId));
  return user && user.removedAt === undefined ? { session, user } : null;
}

/** Opens a session for a person who has just signed in; `sid` is the hash of a secret that only the cookie holds. */
export async function openSession(
  ctx: MutationCtx,
  { sid, userId }: { sid: string; userId: Id<"users"> },
): Promise<Id<"sessions">> {
  const now = Date.now();
  return await ctx.db.insert("sessions", {
    sid,
    sess: { startedAt: now },
    expire: now + sessionMs,
    userId,
  });
}

/** Ends the session a cookie names; without such a session nothing happens. */
export async function endSession(ctx: MutationCtx, secret: string): Promise<void> {
  const session = await sessionOfSecret(ctx, secret);
  if (session !== null) await ctx.db.delete("sessions", session._id);
}

/** Ends every session of a person, so that all open pages of theirs sign out at once. */
export async function endSessionsOf(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const sessions = await ctx.db
    .query("sessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(endedAtOnce);
  for (const session of sessions) await ctx.db.delete("sessions", session._id);
}

/** Deletes the rows of sessions that have expired; open pages that still use one sign out. */
export async function removeExpiredSessions(ctx: MutationCtx): Promise<void> {
  const expired = await ctx.db
    .query("sessions")
    .withIndex("expire", (q) => q.lte("expire", Date.now()))
    .take(endedAtOnce);
  for (const session of expired) await ctx.db.delete("sessions", session._id);
}

async function sessionOfSecret(ctx: QueryCtx, secret: string): Promise<Doc<"sessions"> | null> {
  const sid = await hashSecret(secret);
  return await ctx.db
    .query("sessions")
    .withIndex("sid", (q) => q.eq("sid", sid))
    .unique();
}

async function sessionOfToken(ctx: QueryCtx): Promise<Doc<"sessions"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  const id = identity && ctx.db.normalizeId("sessions", identity.subject);
  return id && (await ctx.db.get("sessions", id));
}
