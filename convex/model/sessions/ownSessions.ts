import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { endOne, generationOf, isOfGeneration } from "./sessions.ts";
import { findUse, idleSince } from "./sessionUses.ts";
import type { SignedIn } from "./viewer.ts";

/** The maximum number of sessions in a list, last used first; nobody can tell more devices apart. */
const maxListed = 100;

const nullableText = v.union(v.string(), v.null());

export const vOwnSession = v.object({
  id: v.id("sessions"),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  expiresAt: v.string(),
  userAgent: nullableText,
  address: nullableText,
  current: v.boolean(),
});

/** The sessions of the caller, last used first. The session that asks is always included. */
export async function listOwnSessions(ctx: QueryCtx, { session: current, user }: SignedIn) {
  const uses = await ctx.db
    .query("sessionUses")
    .withIndex("userId_generation_lastSeenAt", (q) => {
      const own = q.eq("userId", user._id).eq("generation", generationOf(user));
      return own.gt("lastSeenAt", idleSince() ?? 0);
    })
    .order("desc")
    .take(maxListed);
  const found = await Promise.all(
    uses.map(async (use) => ({ use, session: await ctx.db.get("sessions", use.sessionId) })),
  );
  const listed = found.flatMap(({ use, session }) =>
    session !== null && session.expire > Date.now() ? [toOwnSession(session, use, current)] : [],
  );
  if (listed.some((session) => session.current)) return listed;
  return [...listed, toOwnSession(current, await findUse(ctx, current._id), current)];
}

/** Ends one of the caller's own sessions, possibly the one that asks. */
export async function endOwnSession(
  ctx: MutationCtx,
  user: Doc<"users">,
  sent: string,
): Promise<void> {
  const id = ctx.db.normalizeId("sessions", sent);
  const session = id === null ? null : await ctx.db.get("sessions", id);
  // A session of another user counts as one that does not exist.
  if (session?.userId !== user._id || !isOfGeneration(session, user))
    throw new AppError("not_found", "Session not found");
  await endOne(ctx, session);
}

function toOwnSession(
  { _id: id, _creationTime, expire }: Doc<"sessions">,
  use: Doc<"sessionUses"> | null,
  { _id: currentId }: { _id: Id<"sessions"> },
) {
  return {
    id,
    createdAt: toIso(_creationTime),
    lastSeenAt: toIso(use?.lastSeenAt ?? _creationTime),
    expiresAt: toIso(expire),
    userAgent: use?.userAgent ?? null,
    address: use?.address ?? null,
    current: id === currentId,
  };
}
