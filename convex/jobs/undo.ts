import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { sessionOf } from "../model/context/context.ts";
import { withRememberedReads } from "../model/context/rememberedReads.ts";
import { vStepId } from "../model/context/steps.ts";
import { giveBackOpenTasks } from "../model/undo/returns.ts";
import { failStalledRun, noteStep, stepOfRun } from "../model/undo/runs.ts";
import { undoStep } from "../model/undo/undo.ts";

/** Undoes the next part of a very large act, and schedules the step after it. */
export const step = jobMutation({
  args: { runId: v.id("undoRuns") },
  returns: v.null(),
  handler: async (ctx, { runId }) => {
    const next = await stepOfRun(ctx, runId);
    if (next === null) return null;
    const { run, viewer, batch } = next;
    const { undoingId, before } = run;
    const writer = withRememberedReads({ ...ctx, viewer, ...sessionOf(run) });
    await noteStep(ctx, run, await undoStep(writer, { batch, undoingId, before }));
    return null;
  },
});

/** Assigns the next tasks back to a person who had been unassigned by leaving. */
export const giveBack = jobMutation({
  args: { causeId: v.id("events"), after: v.number() },
  returns: v.null(),
  handler: async (ctx, { causeId, after }) => {
    await giveBackOpenTasks(ctx, { causeId, after });
    return null;
  },
});

/** Marks an undo as failed when its step has ended without progress. */
export const expectProgress = jobMutation({
  args: { runId: v.id("undoRuns"), before: v.number(), stepId: vStepId },
  returns: v.null(),
  handler: async (ctx, waited) => {
    await failStalledRun(ctx, waited);
    return null;
  },
});
