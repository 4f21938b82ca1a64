import type { Doc, Id } from "../../_generated/dataModel.js";
import { errorData } from "../../lib/errors.ts";
import { type Later, overtakenFields } from "../../rules/overtaken.ts";
import type { ActTime } from "../context/actTimes.ts";
import type { WriterCtx } from "../context/context.ts";
import { type Change, changesOf, type EventKind } from "./events.ts";

/**
 * The maximum number of events of a record that are read, newest first. No record has more within the time for which an
 * act may wait.
 */
const mostLookedAt = 1000;

/** The record, and the kind of its events. */
export type Subject = { kind: EventKind } & (
  | { taskId: Id<"tasks"> }
  | { timeEntryId: Id<"timeEntries"> }
  | { unitId: Id<"units">; noteId?: Id<"unitNotes">; photoId?: Id<"photos"> }
);

/**
 * The acts of other users, or of another device of this user, on a record that were made later than this act but arrived
 * before it. Empty for an act that arrives when it is made. Acts of one device count in the order of their arrival,
 * because its clock may have been set meanwhile.
 */
export async function laterActs(
  ctx: WriterCtx,
  subject: Subject,
  { madeAt }: ActTime,
): Promise<Doc<"events">[]> {
  if (madeAt === undefined) return [];
  const found: Doc<"events">[] = [];
  for (const inFeed of [undefined, true, false]) {
    // An act that was made later has also arrived later, so the index range on arrival time is complete.
    const events = await eventsSince(ctx, subject, { inFeed, since: madeAt });
    found.push(...events);
  }
  return found.filter(
    (event) =>
      event.kind === subject.kind &&
      (!("noteId" in subject) || event.noteId === subject.noteId) &&
      (!("photoId" in subject) || event.photoId === subject.photoId) &&
      isOfOther(event, ctx) &&
      (event.madeAt ?? event.at) > madeAt,
  );
}

/** True for an act of another user or of another session of this one. */
function isOfOther({ userId, sessionId }: Doc<"events">, { viewer, sessionId: own }: WriterCtx) {
  if (userId !== viewer._id) return true;
  return sessionId !== undefined && own !== undefined && sessionId !== own;
}

/** The fields of a record that were changed elsewhere after the time at which this act was made. */
export async function fieldsChangedLater(
  ctx: WriterCtx,
  subject: Subject,
  time: ActTime,
): Promise<ReadonlySet<string>> {
  const acts = await laterActs(ctx, subject, time);
  return new Set(acts.flatMap(({ changes = [] }) => changes.map(({ field }) => field)));
}

async function eventsSince(
  ctx: WriterCtx,
  subject: Subject,
  { inFeed, since }: { inFeed: boolean | undefined; since: number },
): Promise<Doc<"events">[]> {
  const events = ctx.db.query("events");
  const found =
    "taskId" in subject
      ? events.withIndex("taskId_inFeed", (q) =>
          q.eq("taskId", subject.taskId).eq("inFeed", inFeed).gt("_creationTime", since),
        )
      : "timeEntryId" in subject
        ? events.withIndex("timeEntryId_inFeed", (q) =>
            q
              .eq("timeEntryId", subject.timeEntryId)
              .eq("inFeed", inFeed)
              .gt("_creationTime", since),
          )
        : events.withIndex("unitId_inFeed_at", (q) =>
            q.eq("unitId", subject.unitId).eq("inFeed", inFeed).gt("at", since),
          );
  return await found.order("desc").take(mostLookedAt);
}

type Fields = Readonly<Record<string, Change["to"] | undefined>>;

/**
 * Splits the sent fields into those that apply and those that a later act has overtaken, the latter as history shows
 * them.
 */
export function withoutOvertaken<Sent extends Fields>(
  record: Readonly<Record<string, unknown>>,
  sent: Sent,
  later: Later<Sent>,
): { kept: Sent; overtaken: Change[] } {
  const names = overtakenFields(sent, later);
  if (names.length === 0) return { kept: sent, overtaken: [] };
  const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));
  const overtaken = names.map((field) => ({
    field,
    from: (record[field] ?? null) as Change["from"],
    to: sent[field] ?? null,
  }));
  return { kept: kept as Sent, overtaken };
}

/** The names of the fields that a change would alter; null when the change is invalid for the present record. */
export function effectOn(
  record: Readonly<Record<string, unknown>>,
  change: () => Record<string, Change["to"] | undefined>,
): string[] | null {
  try {
    return changesOf(record, change()).map(({ field }) => field);
  } catch (error) {
    if (errorData(error)?.code === "invalid") return null;
    throw error;
  }
}

/** The changes without those of the given fields. */
export function withoutFields(
  changes: readonly Change[],
  fields: ReadonlySet<string>,
): readonly Change[] {
  return changes.filter(({ field }) => !fields.has(field));
}
