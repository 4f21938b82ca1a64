import type { Doc, Id } from "../../_generated/dataModel.js";
import { errorData } from "../../lib/errors.ts";
import { type Later, overtakenFields } from "../../rules/overtaken.ts";
import type { ActTime } from "../context/actTimes.ts";
import type { WriterCtx } from "../context/context.ts";
import { type Change, changesOf, type EventKind } from "./events.ts";

/** The events of a record that are looked at, the newest first: none has more in the time that an act may have waited. */
const mostLookedAt = 1000;

/** The record whose events of one kind are looked at. */
export type Subject = { kind: EventKind } & (
  | { taskId: Id<"tasks"> }
  | { timeEntryId: Id<"timeEntries"> }
  | { unitId: Id<"units">; noteId?: Id<"unitNotes"> }
);

/**
 * The acts of others on a record that were made at a later moment than this one, though they arrived before it. None for an
 * act that arrives as it is made. Acts of the same person count in the order in which they arrive.
 */
export async function laterActs(
  ctx: WriterCtx,
  subject: Subject,
  { madeAt }: ActTime,
): Promise<Doc<"events">[]> {
  if (madeAt === undefined) return [];
  const found: Doc<"events">[] = [];
  for (const inFeed of [undefined, true, false]) {
    // Acts that were made later have arrived later.
    const events = await eventsSince(ctx, subject, { inFeed, since: madeAt });
    found.push(...events);
  }
  return found.filter(
    (event) =>
      event.kind === subject.kind &&
      (!("noteId" in subject) || event.noteId === subject.noteId) &&
      event.userId !== ctx.viewer._id &&
      (event.madeAt ?? event.at) > madeAt,
  );
}

/** The fields of a record that others changed at a later moment than this act was made. */
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

/** The sent fields that stand, and those that somebody's later act has overtaken, as history tells them. */
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

/** The fields that a change of a record would change; null where it does not fit the record as it is. */
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

/** The changes but those of these fields. */
export function withoutFields(
  changes: readonly Change[],
  fields: ReadonlySet<string>,
): readonly Change[] {
  return changes.filter(({ field }) => !fields.has(field));
}
