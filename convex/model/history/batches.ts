import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import type { QueryCtx, WriterCtx } from "../context/context.ts";
import { takesBack } from "./events.ts";

type Batch = Doc<"batches">;
type Part = NonNullable<Batch["parts"]>[number];

/**
 * Runs an act on many records as one batch: every event that `work` records carries the batch's id. Inside another
 * batch it joins that one.
 */
export async function inBatch<Result>(
  ctx: WriterCtx,
  work: (ctx: WriterCtx) => Promise<Result>,
): Promise<{ batchId: Id<"batches">; result: Result }> {
  const outer = ctx.whole?.batch;
  if (outer !== undefined) return { batchId: outer.id, result: await work(ctx) };
  const batchId = await beginBatch(ctx);
  return { batchId, result: await goOnInBatch(ctx, batchId, work) };
}

/** Inserts a batch without events; with `undone`, a batch that undoes that one. */
export async function beginBatch(ctx: WriterCtx, undone?: Batch): Promise<Id<"batches">> {
  return await ctx.db.insert("batches", {
    ...{ userId: ctx.viewer._id, at: Date.now(), kinds: [] },
    ...(undone !== undefined && takesBack<Id<"batches">>(undone)),
  });
}

/** Runs the next part of a batch that spans several transactions. */
export async function goOnInBatch<Result>(
  ctx: WriterCtx,
  batchId: Id<"batches">,
  work: (ctx: WriterCtx) => Promise<Result>,
): Promise<Result> {
  const batch = must(await ctx.db.get("batches", batchId), "batches are never deleted");
  const events = new Map(batch.kinds.map(({ kind, count }) => [kind, count]));
  const written: Id<"events">[] = [];
  const whole = { ...ctx.whole, batch: { id: batchId, events }, written };
  const result = await work({ ...ctx, whole });
  const kinds = [...events].map(([kind, count]) => ({ kind, count }));
  const parts = [...(batch.parts ?? []), ...(await partOf(ctx, written))];
  await ctx.db.patch("batches", batchId, { kinds, parts });
  return result;
}

/** The range of creation times of the events of one transaction; empty without events. */
async function partOf(ctx: QueryCtx, written: readonly Id<"events">[]): Promise<Part[]> {
  const [from, to] = await Promise.all(
    [written[0], written.at(-1)].map(async (id) => id && (await ctx.db.get("events", id))),
  );
  return from && to ? [{ from: from._creationTime, to: to._creationTime }] : [];
}

/** The number of events of a batch. */
export function eventCount({ kinds }: Batch): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

/** The batch of a sent id; throws "not_found" unless it is an act of the caller. */
export async function requireOwnBatch(ctx: WriterCtx, sent: string): Promise<Batch> {
  const id = ctx.db.normalizeId("batches", sent);
  const batch = id === null ? null : await ctx.db.get("batches", id);
  if (batch?.userId !== ctx.viewer._id) throw new AppError("not_found", "Change not found");
  return batch;
}

/**
 * Up to `limit` events of a batch that were recorded before the creation time `before`, newest first. Empty for a batch
 * of an earlier version, whose row has no ranges of events.
 */
export async function eventsOfBatch(
  ctx: QueryCtx,
  { _id, parts = [] }: Batch,
  { before, limit }: { before: number; limit: number },
): Promise<Doc<"events">[]> {
  const found: Doc<"events">[] = [];
  for (const { from, to } of parts.toReversed()) {
    if (from >= before || found.length === limit) continue;
    const events = ctx.db
      .query("events")
      .withIndex("by_creation_time", (q) =>
        before > to
          ? q.gte("_creationTime", from).lte("_creationTime", to)
          : q.gte("_creationTime", from).lt("_creationTime", before),
      )
      .order("desc");
    for await (const event of events) {
      // Events that follow from the act automatically lie in the range but do not belong to the batch.
      if (event.batchId === _id) found.push(event);
      if (found.length === limit) break;
    }
  }
  return found;
}

/** The event that created the project of a batch; null for a batch that created no project. */
export async function creationOf(
  ctx: QueryCtx,
  { kinds, parts }: Batch,
): Promise<Doc<"events"> | null> {
  const from = parts?.[0]?.from;
  if (from === undefined || !kinds.some(({ kind }) => kind === "project.created")) return null;
  return await ctx.db
    .query("events")
    .withIndex("by_creation_time", (q) => q.eq("_creationTime", from))
    .unique();
}
