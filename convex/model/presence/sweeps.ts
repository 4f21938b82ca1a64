import { internal } from "../../_generated/api.js";
import type { Id } from "../../_generated/dataModel.js";
import type { MutationCtx } from "../context/context.ts";
import { isStepAhead } from "../context/steps.ts";
import { silenceMs } from "../../rules/presence.ts";
import { tellCrowds } from "./crowds.ts";

/** The minimum time between two sweeps in milliseconds. */
const shortestWaitMs = 1000;

/** The maximum number of pages deleted in one transaction. */
const maxSwept = 500;

/** Schedules a sweep, unless one is scheduled already. */
export async function expectSweep(ctx: MutationCtx): Promise<void> {
  const known = await ctx.db.query("presenceSweeps").first();
  if (known !== null && (await isStepAhead(ctx, known.stepId))) return;
  await orderSweep(ctx, silenceMs);
}

/**
 * Deletes pages that have been silent for too long. Schedules the next sweep for the time at which the oldest remaining
 * beat becomes too old; without open pages there is no next sweep.
 */
export async function sweep(ctx: MutationCtx): Promise<void> {
  const now = Date.now();
  const silent = await ctx.db
    .query("presenceBeats")
    .withIndex("at", (q) => q.lte("at", now - silenceMs))
    .take(maxSwept);
  const left = new Set<Id<"projects">>();
  for (const { _id: beatId } of silent) {
    const presence = await ctx.db
      .query("presences")
      .withIndex("beatId", (q) => q.eq("beatId", beatId))
      .unique();
    if (presence !== null) {
      await ctx.db.delete("presences", presence._id);
      left.add(presence.projectId);
    }
    await ctx.db.delete("presenceBeats", beatId);
  }
  await tellCrowds(ctx, left);
  const oldest = await ctx.db.query("presenceBeats").withIndex("at").first();
  if (oldest === null) return await endSweeps(ctx);
  await orderSweep(ctx, Math.max(oldest.at + silenceMs - now, shortestWaitMs));
}

/** Schedules a sweep when pages are open but a failure has ended the chain of sweeps. */
export async function renewSweep(ctx: MutationCtx): Promise<void> {
  if ((await ctx.db.query("presenceBeats").first()) !== null) await expectSweep(ctx);
}

async function orderSweep(ctx: MutationCtx, afterMs: number): Promise<void> {
  const stepId = await ctx.scheduler.runAfter(afterMs, internal.jobs.presence.sweep, {});
  const known = await ctx.db.query("presenceSweeps").first();
  if (known === null) await ctx.db.insert("presenceSweeps", { stepId });
  else await ctx.db.patch("presenceSweeps", known._id, { stepId });
}

async function endSweeps(ctx: MutationCtx): Promise<void> {
  const known = await ctx.db.query("presenceSweeps").first();
  if (known !== null) await ctx.db.delete("presenceSweeps", known._id);
}
