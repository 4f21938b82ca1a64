import { type Infer, v } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";

/** The record whose events the dashboard lists. */
export const vSubject = v.union(
  v.object({ taskId: v.id("tasks") }),
  v.object({ photoId: v.id("photos") }),
  v.object({ timeEntryId: v.id("timeEntries") }),
  v.object({ unitId: v.id("units") }),
);

type Subject = Infer<typeof vSubject>;

/** The last event of a step that lists events again: the next step continues after it. */
export const vPlace = v.object({ at: v.number(), creationTime: v.number() });

type Place = Infer<typeof vPlace>;

/** The maximum number of events that a step reads which lists events again. */
const maxPerStep = 1000;
/** The maximum number of events looked through for the listed ones of a photo or hours, which are among the newest. */
const mostAfterListed = 100;

/**
 * Removes up to `limit` events of a record from the dashboard's list, newest first; returns their number. History keeps
 * the events. With `by`, they are listed again when that trash item is restored.
 */
export async function unlist(
  ctx: MutationCtx,
  subject: Subject,
  { by, limit }: { by?: Id<"trash">; limit?: number } = {},
): Promise<number> {
  const listed = await take(eventsOf(ctx, subject, { inFeed: true }).order("desc"), limit);
  const mark = by === undefined ? {} : { unlistedBy: by };
  for (const { _id } of listed) await ctx.db.patch("events", _id, { inFeed: false, ...mark });
  return listed.length;
}

/**
 * Does the same for a photo or hours, which have few listed events, and for those that the steps which restore their
 * unit have yet to list. These steps look up the tasks of events themselves.
 */
export async function unlistPart(
  ctx: MutationCtx,
  subject: Subject,
  by?: Id<"trash">,
): Promise<void> {
  const waiting = eventsOf(ctx, subject, { inFeed: false }).order("desc");
  for (const { _id, unlistedBy } of await take(waiting, mostAfterListed))
    if (unlistedBy !== undefined) await ctx.db.patch("events", _id, { unlistedBy: by });
  await unlist(ctx, subject, by === undefined ? {} : { by });
}

/**
 * Lists the events of a record again that a trash item removed from the dashboard's list, newest first. It reads up to
 * `limit` events and schedules the rest. When the record is in the trash again, its new item removes the events instead.
 */
export async function relist(
  ctx: MutationCtx,
  subject: Subject,
  { by, limit = maxPerStep, after }: { by: Id<"trash">; limit?: number; after?: Place },
): Promise<void> {
  const record = await recordOf(withTrash(ctx), subject);
  // The events of a record that was removed for good are not listed.
  if (record === null) return;
  const events = await unlistedEvents(ctx, subject, { after, limit });
  const unlisted = events.filter(({ unlistedBy }) => unlistedBy === by);
  const ownerOf = "unitId" in subject ? await ownersOf(ctx, unlisted, record) : () => record;
  for (const event of unlisted) await ctx.db.patch("events", event._id, placeOf(ownerOf(event)));
  const last = events.at(-1);
  if (events.length < limit) return;
  const rest = last && { after: { at: last.at, creationTime: last._creationTime } };
  await ctx.scheduler.runAfter(0, internal.jobs.trash.relist, { subject, trashId: by, ...rest });
}

type Owner = Pick<Doc<"units">, "trashId"> | null;

/** The fields of an event whose record is listed, in the trash, or, with null, removed for good. */
function placeOf(owner: Owner) {
  if (owner === null) return { unlistedBy: undefined };
  const { trashId } = owner;
  return trashId === undefined ? { inFeed: true, unlistedBy: undefined } : { unlistedBy: trashId };
}

/**
 * Finds the record that decides whether an event of a restored unit is listed: the unit, or its task, which may have
 * been deleted by itself before.
 */
async function ownersOf(
  ctx: QueryCtx,
  events: readonly Doc<"events">[],
  record: NonNullable<Owner>,
): Promise<(event: Doc<"events">) => Owner> {
  const { db } = withTrash(ctx);
  const taskIds = new Set(events.flatMap(({ taskId }) => taskId ?? []));
  const tasks = new Map<Id<"tasks">, Owner>();
  if (record.trashId === undefined)
    for (const taskId of taskIds) tasks.set(taskId, await db.get("tasks", taskId));
  return ({ taskId }) => (taskId && tasks.has(taskId) ? (tasks.get(taskId) ?? null) : record);
}

async function recordOf({ db }: QueryCtx, subject: Subject) {
  if ("taskId" in subject) return await db.get("tasks", subject.taskId);
  if ("photoId" in subject) return await db.get("photos", subject.photoId);
  if ("timeEntryId" in subject) return await db.get("timeEntries", subject.timeEntryId);
  return await db.get("units", subject.unitId);
}

async function take(
  rows: AsyncIterable<Doc<"events">>,
  limit = Infinity,
): Promise<Doc<"events">[]> {
  const found: Doc<"events">[] = [];
  // The loop is short without a limit: only units and tasks have many listed events, and they have one.
  if (limit > 0)
    for await (const row of rows) {
      found.push(row);
      if (found.length === limit) break;
    }
  return found;
}

/** The events of a record that are not listed any more, newest first, up to `limit` of those after a place. */
async function unlistedEvents(
  ctx: QueryCtx,
  subject: Subject,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<Doc<"events">[]> {
  if (after === undefined || !("unitId" in subject)) {
    const before = after?.creationTime ?? Infinity;
    return await take(eventsOf(ctx, subject, { inFeed: false, before }).order("desc"), limit);
  }
  const events = () => ctx.db.query("events");
  const { unitId } = subject;
  const sameTime = events().withIndex("unitId_inFeed_at", (q) =>
    q
      .eq("unitId", unitId)
      .eq("inFeed", false)
      .eq("at", after.at)
      .lt("_creationTime", after.creationTime),
  );
  const earlier = events().withIndex("unitId_inFeed_at", (q) =>
    q.eq("unitId", unitId).eq("inFeed", false).lt("at", after.at),
  );
  const found = await take(sameTime.order("desc"), limit);
  return [...found, ...(await take(earlier.order("desc"), limit - found.length))];
}

/** The listed or unlisted events of a record; all but those of a unit end before a creation time. */
function eventsOf(
  ctx: QueryCtx,
  subject: Subject,
  { inFeed, before = Infinity }: { inFeed: boolean; before?: number },
) {
  const events = ctx.db.query("events");
  if ("taskId" in subject)
    return events.withIndex("taskId_inFeed", (q) =>
      q.eq("taskId", subject.taskId).eq("inFeed", inFeed).lt("_creationTime", before),
    );
  if ("photoId" in subject)
    return events.withIndex("photoId_inFeed", (q) =>
      q.eq("photoId", subject.photoId).eq("inFeed", inFeed).lt("_creationTime", before),
    );
  if ("timeEntryId" in subject)
    return events.withIndex("timeEntryId_inFeed", (q) =>
      q.eq("timeEntryId", subject.timeEntryId).eq("inFeed", inFeed).lt("_creationTime", before),
    );
  return events.withIndex("unitId_inFeed_at", (q) =>
    q.eq("unitId", subject.unitId).eq("inFeed", inFeed),
  );
}
