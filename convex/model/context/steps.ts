import { v } from "convex/values";
import type { Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "./context.ts";

/** The delay after which a job looks whether an ordered step came to its end; a step takes a second or so. */
export const stepLookMs = 30_000;

export const vStepId = v.id("_scheduled_functions");

type StepId = Id<"_scheduled_functions">;

/** The progress of the work at the order of a step, and the step. */
export type Waited<Progress> = Progress & { stepId: StepId };

/** Work larger than one transaction: it goes on step by step, and each step orders the next. */
export interface StepJob<Progress> {
  /** Orders the next step, and a look at whether it came to its end: one that fails leaves no word of it. */
  order: (ctx: MutationCtx, progress: Progress) => Promise<void>;
  /** True when an ordered step has ended; while it has not, a job looks again later. */
  hasEnded: (ctx: MutationCtx, waited: Waited<Progress>) => Promise<boolean>;
}

/** The steps of one kind of work: `step` orders one, `look` orders a look at it after `stepLookMs`. */
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

/** True while an ordered step waits for its turn or runs: a busy machine may need longer for it, which is no failure. */
export async function isStepAhead(ctx: QueryCtx, stepId: StepId): Promise<boolean> {
  const job = await ctx.db.system.get("_scheduled_functions", stepId);
  return job?.state.kind === "pending" || job?.state.kind === "inProgress";
}
