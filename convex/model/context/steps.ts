import { v } from "convex/values";
import type { Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "./context.ts";

/** The delay in milliseconds after which a job checks that a scheduled step has ended; a step takes about a second. */
export const stepLookMs = 30_000;

export const vStepId = v.id("_scheduled_functions");

type StepId = Id<"_scheduled_functions">;

/** The progress of the work when a step was scheduled, and the step's id. */
export type Waited<Progress> = Progress & { stepId: StepId };

/** Work that is larger than one transaction. It runs in steps, and each step schedules the next one. */
export interface StepJob<Progress> {
  /**
   * Schedules the next step, and a later check of it: a step that fails is rolled back and cannot report its failure.
   */
  order: (ctx: MutationCtx, progress: Progress) => Promise<void>;
  /** True when a scheduled step has ended; otherwise schedules another check and returns false. */
  hasEnded: (ctx: MutationCtx, waited: Waited<Progress>) => Promise<boolean>;
}

/**
 * Makes the step job of one kind of work: `step` schedules a step, `look` schedules a check of it after `stepLookMs`.
 */
export function stepJob<Progress extends object>({
  step,
  look,
}: {
  step: (ctx: MutationCtx, progress: Progress) => Promise<StepId>;
  look: (ctx: MutationCtx, waited: Waited<Progress>) => Promise<unknown>;
}): StepJob<Progress> {
  return {
    order: async (ctx, progress) => {
      await look(ctx, { ...progress, stepId: await step(ctx, progress) });
    },
    hasEnded: async (ctx, waited) => {
      const isAhead = await isStepAhead(ctx, waited.stepId);
      if (isAhead) await look(ctx, waited);
      return !isAhead;
    },
  };
}

/** True while a scheduled step is pending or running. A slow step on a busy machine is no failure. */
export async function isStepAhead(ctx: QueryCtx, stepId: StepId): Promise<boolean> {
  const job = await ctx.db.system.get("_scheduled_functions", stepId);
  return job?.state.kind === "pending" || job?.state.kind === "inProgress";
}
