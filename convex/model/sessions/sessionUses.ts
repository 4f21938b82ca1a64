import type { Doc, Id } from "../../_generated/dataModel.js";
import { beginningOf } from "../../lib/texts.ts";
import { sessionIdleMs } from "../context/company.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";

type Use = Doc<"sessionUses">;

/** The minimum time between two notes of a session's use, in milliseconds. */
const noteEveryMs = 5 * 60_000;

/** The maximum length of a browser's name; longer names are cut, because the client chooses their length. */
const maxAgentLength = 512;

/** The row with a session's last use; null when none was noted. */
export async function findUse(ctx: QueryCtx, sessionId: Id<"sessions">): Promise<Use | null> {
  return await ctx.db
    .query("sessionUses")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .unique();
}

/** The time since when an unused session counts as idle; null when sessions never become idle. */
export function idleSince(): number | null {
  const limit = sessionIdleMs();
  return limit === null ? null : Date.now() - limit;
}

/** True when a session was not used for too long. A session whose use was never noted is not idle. */
export async function isIdle(ctx: QueryCtx, session: Doc<"sessions">): Promise<boolean> {
  const since = idleSince();
  if (since === null) return false;
  const use = await findUse(ctx, session._id);
  return use !== null && use.lastSeenAt <= since;
}

/** True when the use of a session has to be noted again. */
export async function isNoteDue(ctx: QueryCtx, session: Doc<"sessions">): Promise<boolean> {
  const use = await findUse(ctx, session._id);
  return use === null || use.lastSeenAt <= Date.now() - noteEveryMs;
}

/** Notes the use of a session with the client's address, unless `noteEveryMs` has not passed since the last note. */
export async function noteUse(ctx: MutationCtx, session: Doc<"sessions">): Promise<void> {
  if (!(await isNoteDue(ctx, session))) return;
  const use = await findUse(ctx, session._id);
  const { _id: sessionId, userId, generation = 0 } = session;
  if (use === null) return await insertUse(ctx, { sessionId, userId, generation });
  await ctx.db.patch("sessionUses", use._id, { lastSeenAt: Date.now(), ...(await sender(ctx)) });
}

/** Inserts the use row of a session that is in use now. */
export async function insertUse(
  ctx: MutationCtx,
  session: Pick<Use, "sessionId" | "userId" | "generation">,
): Promise<void> {
  const lastSeenAt = Date.now();
  await ctx.db.insert("sessionUses", { ...session, lastSeenAt, ...(await sender(ctx)) });
}

/** The client of the request that is being handled. */
async function sender(ctx: MutationCtx): Promise<Pick<Use, "userAgent" | "address">> {
  const { ip, userAgent } = await ctx.meta.getRequestMetadata();
  return {
    ...(userAgent !== null && { userAgent: beginningOf(userAgent, maxAgentLength) }),
    ...(ip !== null && { address: ip }),
  };
}
