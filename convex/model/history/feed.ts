import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";

/** The record whose events the dashboard lists. */
type Subject =
  | { taskId: Id<"tasks"> }
  | { photoId: Id<"photos"> }
  | { timeEntryId: Id<"timeEntries"> }
  | { unitId: Id<"units"> };

/**
 * Removes up to `limit` events of a record from the dashboard's list; returns their number. History keeps the events.
 * With `by`, they are listed again when that trash item is restored.
 */
export async function unlist(
  ctx: MutationCtx,
  subject: Subject,
  { by, limit }: { by?: Id<"trash">; limit?: number } = {},
): Promise<number> {
  const listed = await take(eventsOf(ctx, subject, true), limit);
  const mark = by === undefined ? {} : { unlistedBy: by };
  for (const { _id } of listed) await ctx.db.patch("events", _id, { inFeed: false, ...mark });
  return listed.length;
}

/**
 * Lists up to `limit` events of a record again that a trash item removed from the dashboard's list; returns their
 * number.
 */
export async function relist(
  ctx: MutationCtx,
  subject: Subject,
  { by, limit = Infinity }: { by: Id<"trash">; limit?: number },
): Promise<number> {
  const found: Doc<"events">[] = [];
  for await (const event of eventsOf(ctx, subject, false)) {
    if (event.unlistedBy === by) found.push(event);
    if (found.length === limit) break;
  }
  for (const { _id } of found)
    await ctx.db.patch("events", _id, { inFeed: true, unlistedBy: undefined });
  return found.length;
}

type Rows = ReturnType<typeof eventsOf>;

async function take(rows: Rows, limit: number | undefined): Promise<Doc<"events">[]> {
  if (limit !== undefined) return await rows.take(limit);
  const found: Doc<"events">[] = [];
  // The loop is short, because only a unit has many events, and units have a limit.
  for await (const row of rows) found.push(row);
  return found;
}

function eventsOf(ctx: QueryCtx, subject: Subject, inFeed: boolean) {
  const events = ctx.db.query("events");
  if ("taskId" in subject)
    return events.withIndex("taskId_inFeed", (q) =>
      q.eq("taskId", subject.taskId).eq("inFeed", inFeed),
    );
  if ("photoId" in subject)
    return events.withIndex("photoId_inFeed", (q) =>
      q.eq("photoId", subject.photoId).eq("inFeed", inFeed),
    );
  if ("timeEntryId" in subject)
    return events.withIndex("timeEntryId_inFeed", (q) =>
      q.eq("timeEntryId", subject.timeEntryId).eq("inFeed", inFeed),
    );
  return events.withIndex("unitId_inFeed_at", (q) =>
    q.eq("unitId", subject.unitId).eq("inFeed", inFeed),
  );
}
