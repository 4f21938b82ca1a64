import type { Id } from "../_generated/dataModel.js";
import type { QueryCtx } from "./context.ts";

/** Whether a project is there. A deleted one is not, though what hung on it may still be on its way out. */
export async function projectIsThere(ctx: QueryCtx, projectId: Id<"projects">): Promise<boolean> {
  return (await ctx.db.get("projects", projectId)) !== null;
}

/** Whether a unit is there: neither it nor its project was deleted. */
export async function unitIsThere(ctx: QueryCtx, unitId: Id<"units">): Promise<boolean> {
  const unit = await ctx.db.get("units", unitId);
  return unit !== null && (await projectIsThere(ctx, unit.projectId));
}
