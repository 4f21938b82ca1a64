import { v } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import { vUndoStatus } from "../../tables/bookkeeping.ts";
import type { MutationCtx, QueryCtx, Viewer } from "../context/context.ts";
import { stepJob, type StepJob, stepLookMs, type Waited } from "../context/steps.ts";
import { stillActing } from "../people/actors.ts";

export const vUndone = v.object({ undone: v.number(), kept: v.number() });

export const vUndoRun = vUndone.extend({ status: vUndoStatus });

type Run = Doc<"undoRuns">;

type Progress = { runId: Id<"undoRuns">; before: number };

const steps: StepJob<Progress> = stepJob({
  step: (ctx, { runId }) => ctx.scheduler.runAfter(0, internal.jobs.undo.step, { runId }),
  look: (ctx, waited) =>
    ctx.scheduler.runAfter(stepLookMs, internal.jobs.undo.expectProgress, waited),
});

/** Stores the progress of an undo that goes on in steps, and schedules the next step. */
export async function beginRun(
  ctx: MutationCtx,
  run: Omit<Run, "_id" | "_creationTime" | "status" | "updatedAt">,
): Promise<Id<"undoRuns">> {
  const runId = await ctx.db.insert("undoRuns", {
    ...{ ...run, status: "running", updatedAt: Date.now() },
  });
  await steps.order(ctx, { runId, before: run.before });
  return runId;
}

/** True while further steps record events of a batch. */
export async function isUnderWay({ db }: QueryCtx, batchId: Id<"batches">): Promise<boolean> {
  const run = await db
    .query("undoRuns")
    .withIndex("undoingId", (q) => q.eq("undoingId", batchId))
    .unique();
  const assignment = await db
    .query("bulkAssignments")
    .withIndex("batchId", (q) => q.eq("batchId", batchId))
    .unique();
  return run?.status === "running" || assignment?.status === "running";
}

/**
 * Stores the result of a step, and schedules the next one unless it was the last. An act of which nothing was undone
 * can be undone again.
 */
export async function noteStep(
  ctx: MutationCtx,
  run: Run,
  step: { undone: number; kept: number; before: number | null },
): Promise<void> {
  const { _id: runId, batchId } = run;
  const { before } = step;
  const undone = run.undone + step.undone;
  await ctx.db.patch("undoRuns", runId, {
    ...{ undone, kept: run.kept + step.kept, updatedAt: Date.now() },
    ...(before === null ? { status: "done" } : { before }),
  });
  if (before === null && undone === 0)
    await ctx.db.patch("batches", batchId, { undoneAt: undefined });
  if (before !== null) await steps.order(ctx, { runId, before });
}

/** Marks a run as failed when its step has ended without progress; the rest of the act can then be undone again. */
export async function failStalledRun(ctx: MutationCtx, waited: Waited<Progress>): Promise<void> {
  const run = await ctx.db.get("undoRuns", waited.runId);
  if (run?.status !== "running" || run.before !== waited.before) return;
  if (await steps.hasEnded(ctx, waited)) await failRun(ctx, run);
}

async function failRun(ctx: MutationCtx, run: Run): Promise<void> {
  await ctx.db.patch("undoRuns", run._id, { status: "failed", updatedAt: Date.now() });
  await ctx.db.patch("batches", run.batchId, { undoneAt: undefined });
}

/** The progress row of a sent id; throws "not_found" unless the caller started the undo. */
export async function requireRun(ctx: QueryCtx & Viewer, sent: string): Promise<Run> {
  const id = ctx.db.normalizeId("undoRuns", sent);
  const run = id === null ? null : await ctx.db.get("undoRuns", id);
  if (run?.userId !== ctx.viewer._id) throw new AppError("not_found", "Change not found");
  return run;
}

/** The run of a step with its user and batch; null when the run has ended, also because its user has no access now. */
export async function stepOfRun(ctx: MutationCtx, runId: Id<"undoRuns">) {
  const run = await ctx.db.get("undoRuns", runId);
  if (run?.status !== "running") return null;
  const viewer = await stillActing(ctx, run.userId, "project:read");
  if (viewer === null) {
    await failRun(ctx, run);
    return null;
  }
  const batch = must(await ctx.db.get("batches", run.batchId), "batches are never deleted");
  return { run, viewer, batch };
}
