import { v } from "convex/values";
import { staffMutation, viewerQuery } from "./functions.ts";
import { AppError } from "./lib/errors.ts";
import { parseInput } from "./lib/parse.ts";
import { withRememberedReads } from "./model/context/rememberedReads.ts";
import { eventIdOfKey } from "./model/context/requestKeys.ts";
import { requireOwnBatch } from "./model/history/batches.ts";
import { recentActs, vRecentActs } from "./model/undo/recentActs.ts";
import { requireRun, vUndone, vUndoRun } from "./model/undo/runs.ts";
import { requireOwnEvent, undoBatch, undoEvent, undoOnce } from "./model/undo/undo.ts";
import { recentActsInput } from "./rules/inputs/undo.ts";

/**
 * A page of the caller's own acts, newest first; an act on many records is one line. A live page that ends at `through`
 * keeps its end.
 */
export const recent = viewerQuery("project:read")({
  args: {
    cursor: v.optional(v.union(v.string(), v.null())),
    through: v.optional(v.union(v.string(), v.null())),
    limit: v.optional(v.number()),
  },
  returns: vRecentActs,
  handler: async (ctx, sent) => await recentActs(ctx, parseInput(recentActsInput, sent)),
});

/**
 * Undoes one act of the caller; the caller needs the permission of the act. The returned `eventId` is the event of the
 * undo, which can be undone in turn. Later changes are kept.
 */
export const event = staffMutation("project:read")({
  args: { eventId: v.string() },
  returns: vUndone.extend({ eventId: v.union(v.id("events"), v.null()) }),
  handler: async (ctx, { eventId }) => await undoEvent(ctx, await requireOwnEvent(ctx, eventId)),
});

/**
 * Undoes the caller's change of a task that was sent with the key `act`. A device can ask for it before it knows the
 * event, and again when it got no answer. Throws "conflict" when the record was changed since.
 */
export const byKey = staffMutation("project:read")({
  args: { act: v.string() },
  returns: v.null(),
  handler: async (ctx, { act }) => {
    const eventId = await eventIdOfKey(ctx, act);
    const isUndone =
      eventId !== undefined && (await undoOnce(ctx, await requireOwnEvent(ctx, eventId)));
    if (!isUndone) throw new AppError("conflict", "This was changed since");
    return null;
  },
});

/**
 * Undoes an act on many records as one. A very large act is undone in steps after the return: `pending` is the id of
 * the run then, and `progress` tells how far it is.
 */
export const batch = staffMutation("project:read")({
  args: { batchId: v.string() },
  returns: vUndone.extend({
    batchId: v.union(v.id("batches"), v.null()),
    pending: v.union(v.id("undoRuns"), v.null()),
  }),
  handler: async (caller, { batchId }) => {
    const ctx = withRememberedReads(caller);
    return await undoBatch(ctx, await requireOwnBatch(ctx, batchId));
  },
});

/** The progress of the undo of a very large act of the caller. */
export const progress = viewerQuery("project:read")({
  args: { runId: v.string() },
  returns: vUndoRun,
  handler: async (ctx, { runId }) => {
    const { undone, kept, status } = await requireRun(ctx, runId);
    return { undone, kept, status };
  },
});
