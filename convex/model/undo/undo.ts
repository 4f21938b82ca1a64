import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { sessionOf, type WriterCtx } from "../context/context.ts";
import {
  beginBatch,
  creationOf,
  eventCount,
  eventsOfBatch,
  goOnInBatch,
} from "../history/batches.ts";
import { CountChanges } from "../numbers/counts.ts";
import { type Event, newBudget } from "./reversal.ts";
import { requireReversal, takeBack } from "./reversals.ts";
import { beginRun, isUnderWay } from "./runs.ts";

/** The number of records whose change was undone, and the number of those that stay because they have changed since. */
export type Undone = { undone: number; kept: number };

/** The maximum cost of a step, in the units of `costOf`: within the 4,096 reads of a transaction. */
const costOfStep = 200;

/**
 * The number of later events after which a step ends. A single record may have 2,000 of them, and a transaction reads
 * 32,000 documents.
 */
const maxLookedAtPerStep = 4000;

/** The maximum number of events of the act that a step reads. Events that were undone one by one cost nothing more. */
const maxEventsPerStep = 200;

/** The event of a sent id; throws "not_found" unless it is an act of the caller. */
export async function requireOwnEvent(ctx: WriterCtx, sent: string): Promise<Event> {
  const id = ctx.db.normalizeId("events", sent);
  const event = id === null ? null : await ctx.db.get("events", id);
  if (event?.userId !== ctx.viewer._id) throw new AppError("not_found", "Change not found");
  return event;
}

/** Undoes one act if its effect still exists; returns the event of the undo, or null. */
export async function undoEvent(
  ctx: WriterCtx,
  event: Event,
): Promise<Undone & { eventId: Id<"events"> | null }> {
  if (event.undoneAt !== undefined) throw secondTime();
  const written: Id<"events">[] = [];
  const counts = new CountChanges();
  const budget = newBudget();
  const isUndone = await takeBack({ ...ctx, counts, budget, whole: { written } }, event);
  await counts.apply(ctx);
  const result = isUndone ? { undone: 1, kept: 0 } : { undone: 0, kept: 1 };
  return { ...result, eventId: written[0] ?? null };
}

/** Undoes one act unless that is done already; false when its effect no longer exists. */
export async function undoOnce(ctx: WriterCtx, event: Event): Promise<boolean> {
  if (event.undoneAt !== undefined) return true;
  if ((event.changes ?? []).length === 0) return false;
  return (await undoEvent(ctx, event)).undone > 0;
}

/**
 * Undoes an act on many records as one, newest event first. An undo that does not fit one transaction goes on in steps;
 * `pending` is then the id of the row with its progress.
 */
export async function undoBatch(ctx: WriterCtx, batch: Doc<"batches">) {
  if (batch.undoneAt !== undefined) throw secondTime();
  if (await isUnderWay(ctx, batch._id))
    throw new AppError("conflict", "This is still under way: undo it when it has ended");
  const [newest] = await eventsOfBatch(ctx, batch, { before: Infinity, limit: 1 });
  if (newest === undefined) throw new AppError("conflict", "This cannot be undone");
  requireReversal(ctx, newest);
  const undoingId = await beginBatch(ctx, batch);
  const step = await undoStep(ctx, { batch, undoingId, before: Infinity });
  const { undone, kept, before } = step;
  if (before === null && undone === 0) {
    await ctx.db.delete("batches", undoingId);
    return { undone, kept, batchId: null, pending: null };
  }
  await ctx.db.patch("batches", batch._id, { undoneAt: Date.now() });
  const actor = { userId: ctx.viewer._id, ...sessionOf(ctx) };
  const run = { ...actor, batchId: batch._id, undoingId, undone, kept };
  const pending = before === null ? null : await beginRun(ctx, { ...run, before });
  return { undone, kept, batchId: undoingId, pending };
}

function secondTime(): AppError {
  return new AppError("conflict", "This was undone already");
}

/**
 * Undoes events of a batch before a creation time, as many as one transaction may; the returned `before` is the start
 * of the next step, or null at the end.
 */
export async function undoStep(
  ctx: WriterCtx,
  { batch, undoingId, before }: { batch: Doc<"batches">; undoingId: Id<"batches">; before: number },
): Promise<Undone & { before: number | null }> {
  const counts = new CountChanges();
  const budget = newBudget();
  const step = await goOnInBatch(ctx, undoingId, async (part) => {
    const undoing = { ...part, counts, budget };
    const creation = await creationOf(ctx, batch);
    if (creation !== null) {
      // The units of a new project are deleted and restored together with it.
      const all = eventCount(batch);
      const isUndone = await takeBack(undoing, creation);
      return { ...(isUndone ? { undone: all, kept: 0 } : { undone: 0, kept: all }), before: null };
    }
    const events = await eventsOfBatch(ctx, batch, { before, limit: maxEventsPerStep + 1 });
    const result = { undone: 0, kept: 0 };
    let cost = 0;
    for (const [index, event] of events.entries()) {
      cost += event.undoneAt === undefined ? costOf(event) : 0;
      const isFull = cost > costOfStep || budget.lookedAt > maxLookedAtPerStep;
      if (index > 0 && (isFull || index === maxEventsPerStep))
        return { ...result, before: events[index - 1]?._creationTime ?? before };
      if (event.undoneAt !== undefined) continue;
      if (await takeBack(undoing, event)) result.undone += 1;
      else result.kept += 1;
    }
    return { ...result, before: null };
  });
  await counts.apply(ctx);
  return step;
}

/**
 * A rough number of index ranges: a deleted unit is restored with its tasks, and the later events of a created record
 * are read before it is deleted.
 */
function costOf({ kind, count = 0 }: Event): number {
  if (kind === "unit.removed") return 2 + count / 3;
  return kind.endsWith(".updated") || kind.endsWith(".moved") ? 1 : 2;
}
