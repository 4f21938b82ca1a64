import { v } from "convex/values";
import type { Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "./context.ts";

/** The delay after which a job looks whether an ordered step came to its end; a step takes a second or so. */
export const stepLookMs = 30_000;

export const vStepId = v.id("_scheduled_functions");

/** True while an ordered step waits for its turn or runs: a busy machine may need longer for it, which is no failure. */
export async function isStepAhead(
  ctx: QueryCtx,
  stepId: Id<"_scheduled_functions">,
): Promise<boolean> {
  const job = await ctx.db.system.get("_scheduled_functions", stepId);
  return job?.state.kind === "pending" || job?.state.kind === "inProgress";
}
