import type { Doc, Id } from "../../_generated/dataModel.js";
import { type MutationCtx, sessionOf, type WriterCtx } from "../context/context.ts";

/** The kinds of events. Events of earlier versions may stand for several added or moved records. */
export type EventKind =
  | "project.created"
  | "project.updated"
  | "project.removed"
  | "project.restored"
  | "project.removedForGood"
  | "unit.added"
  | "unit.updated"
  | "unit.removed"
  | "unit.restored"
  | "unit.removedForGood"
  | "task.added"
  | "task.updated"
  | "task.moved"
  | "task.removed"
  | "task.restored"
  | "task.removedForGood"
  | "template.created"
  | "template.updated"
  | "template.moved"
  | "template.retired"
  | "template.restored"
  | "photo.added"
  | "photo.updated"
  | "photo.removed"
  | "photo.restored"
  | "photo.removedForGood"
  | "note.added"
  | "note.updated"
  | "note.removed"
  | "note.restored"
  | "note.removedForGood"
  | "time.added"
  | "time.updated"
  | "time.removed"
  | "time.restored"
  | "time.removedForGood"
  | "member.added"
  | "member.updated"
  | "member.removed"
  | "member.assigned"
  | "member.unassigned"
  | "contractor.added"
  | "contractor.updated"
  | "contractor.removed"
  | "view.created"
  | "view.updated"
  | "view.removed"
  | "user.joined"
  | "user.added"
  | "user.restored"
  | "user.relinked"
  | "user.roleChanged"
  | "user.removed";

export type Change = NonNullable<Doc<"events">["changes"]>[number];

type NewEvent = { kind: EventKind; at?: number } & Partial<
  Omit<Doc<"events">, "_id" | "_creationTime" | "userId" | "sessionId" | "kind" | "at">
>;

/** Inserts the event of a write, in the write's own transaction. */
export async function recordEvent(ctx: WriterCtx, event: NewEvent): Promise<Id<"events">> {
  const { at = Date.now(), ...rest } = event;
  const id = await ctx.db.insert("events", {
    ...rest,
    ...partOf(ctx, event),
    at,
    userId: ctx.viewer._id,
    ...sessionOf(ctx),
  });
  ctx.whole?.written?.push(id);
  return id;
}

/** The fields that link an event to its batch and to the act that it undoes. It also counts the event in the batch. */
function partOf({ whole }: WriterCtx, { kind }: NewEvent) {
  const { batch, undoes } = whole ?? {};
  batch?.events.set(kind, (batch.events.get(kind) ?? 0) + 1);
  return {
    ...(batch !== undefined && { batchId: batch.id }),
    ...(undoes !== undefined && takesBack(undoes)),
  };
}

/** The fields of an act that undoes another one. The undo of an undo is a redo. */
export function takesBack<ActId>({
  _id,
  undoes,
  isRedo = false,
}: {
  _id: ActId;
  undoes?: ActId;
  isRedo?: boolean;
}): { undoes: ActId; isRedo?: true } {
  return { undoes: _id, ...(undoes !== undefined && !isRedo && { isRedo: true as const }) };
}

/** Runs a write and returns its first event; null when it records none. */
export async function eventOfWrite(
  ctx: WriterCtx,
  write: (ctx: WriterCtx) => Promise<unknown>,
): Promise<Id<"events"> | null> {
  const written: Id<"events">[] = [];
  await write({ ...ctx, whole: { ...ctx.whole, written } });
  ctx.whole?.written?.push(...written);
  return written[0] ?? null;
}

/** Inserts the event of a consequence that has no acting user of its own. */
export async function recordOwnAct(ctx: MutationCtx, event: NewEvent): Promise<Id<"events">> {
  const { at = Date.now(), ...rest } = event;
  return await ctx.db.insert("events", { ...rest, at });
}

/**
 * The fields of a patch that differ from the record, each with its old and new value; null stands for an empty field.
 */
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

/** The patch that applies changes to a record; an undefined value removes the field. */
export function patchOf(
  changes: readonly Change[],
): Record<string, NonNullable<Change["to"]> | undefined> {
  return Object.fromEntries(changes.map(({ field, to }) => [field, to ?? undefined]));
}
