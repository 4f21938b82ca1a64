import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, WriterCtx } from "../context/context.ts";

/** The kinds of events, as history names them. */
export type EventKind =
  | "project.created"
  | "project.updated"
  | "project.removed"
  | "units.added"
  | "unit.updated"
  | "unit.removed"
  | "task.updated"
  | "task.removed"
  | "tasks.assigned"
  | "tasks.reordered"
  | "template.created"
  | "template.updated"
  | "template.retired"
  | "templates.reordered"
  | "photo.added"
  | "photo.updated"
  | "photo.removed"
  | "note.added"
  | "note.updated"
  | "note.removed"
  | "time.added"
  | "time.updated"
  | "time.removed"
  | "member.added"
  | "member.updated"
  | "member.removed"
  | "member.assigned"
  | "member.unassigned"
  | "contractor.added"
  | "contractor.updated"
  | "contractor.removed"
  | "user.joined"
  | "user.added"
  | "user.restored"
  | "user.relinked"
  | "user.roleChanged"
  | "user.removed";

export type Change = NonNullable<Doc<"events">["changes"]>[number];

type NewEvent = { kind: EventKind; at?: number } & Partial<
  Omit<Doc<"events">, "_id" | "_creationTime" | "userId" | "kind" | "at">
>;

/** Appends the one history row of a write, in the write's own transaction. */
export async function recordEvent(ctx: WriterCtx, event: NewEvent): Promise<Id<"events">> {
  const { at = Date.now(), ...rest } = event;
  return await ctx.db.insert("events", { ...rest, at, userId: ctx.viewer._id });
}

/** Appends the history row of what nobody did, but followed from what somebody did. */
export async function recordOwnAct(ctx: MutationCtx, event: NewEvent): Promise<Id<"events">> {
  const { at = Date.now(), ...rest } = event;
  return await ctx.db.insert("events", { ...rest, at });
}

/** The fields of a patch that differ from the record, old beside new; null is an empty field. */
export function changesOf(
  record: Record<string, unknown>,
  patch: Record<string, Change["to"] | undefined>,
): Change[] {
  const changes: Change[] = [];
  for (const [field, to = null] of Object.entries(patch)) {
    const from = (record[field] ?? null) as Change["from"];
    if (from !== to) changes.push({ field, from, to });
  }
  return changes;
}

/** The fields of a patch that apply the changes; an empty field goes from the record. */
export function patchOf(
  changes: readonly Change[],
): Record<string, NonNullable<Change["to"]> | undefined> {
  return Object.fromEntries(changes.map(({ field, to }) => [field, to ?? undefined]));
}

/** Takes the events of a deleted task off the dashboard's list; history keeps them. */
export async function unlistTask(ctx: MutationCtx, taskId: Id<"tasks">): Promise<void> {
  const listed = ctx.db
    .query("events")
    .withIndex("taskId_inFeed", (q) => q.eq("taskId", taskId).eq("inFeed", true));
  for await (const event of listed) await unlist(ctx, event);
}

/** Takes the events of a deleted photo off the dashboard's list; history keeps them. */
export async function unlistPhoto(ctx: MutationCtx, photoId: Id<"photos">): Promise<void> {
  const listed = ctx.db
    .query("events")
    .withIndex("photoId_inFeed", (q) => q.eq("photoId", photoId).eq("inFeed", true));
  for await (const event of listed) await unlist(ctx, event);
}

/** Takes the events of a time entry off the dashboard's list, deleted or to be listed anew; history keeps them. */
export async function unlistTimeEntry(ctx: MutationCtx, id: Id<"timeEntries">): Promise<void> {
  const listed = ctx.db
    .query("events")
    .withIndex("timeEntryId_inFeed", (q) => q.eq("timeEntryId", id).eq("inFeed", true));
  for await (const event of listed) await unlist(ctx, event);
}

/** Takes up to `limit` events of a deleted unit off the dashboard's list; the number taken off. */
export async function unlistUnit(
  ctx: MutationCtx,
  unitId: Id<"units">,
  limit: number,
): Promise<number> {
  const listed = await ctx.db
    .query("events")
    .withIndex("unitId_inFeed", (q) => q.eq("unitId", unitId).eq("inFeed", true))
    .take(limit);
  for (const event of listed) await unlist(ctx, event);
  return listed.length;
}

async function unlist(ctx: MutationCtx, { _id }: Doc<"events">): Promise<void> {
  await ctx.db.patch("events", _id, { inFeed: false });
}
