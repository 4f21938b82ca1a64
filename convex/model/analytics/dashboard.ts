import { v } from "convex/values";
import type { Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { readToday } from "../context/today.ts";
import { hiddenProjects } from "../deletion/projects.ts";
import { recentActivity, vActivity } from "../history/activity.ts";
import { tallied, type TallyKind } from "../numbers/tallies.ts";

export const vDashboardAnalytics = v.object({
  activeProjects: v.number(),
  unitsStartedThisWeek: v.number(),
  unitsCompletedThisWeek: v.number(),
  tasksStartedThisWeek: v.number(),
  tasksCompletedThisWeek: v.number(),
  tasksInJeopardy: v.number(),
  /** The newest project that has any of them. */
  jeopardyProjectId: v.union(v.id("projects"), v.null()),
  recentActivity: v.array(vActivity),
});

/** The dashboard's figures over all projects, from tallies, and the latest activity. */
export async function summarise(ctx: QueryCtx) {
  const today = await readToday(ctx);
  const thisWeek = { from: today.weekStart, to: today.weekEnd };
  const hidden = await hiddenProjects(ctx);
  /** The count of a kind without the contents of deleted projects. */
  const counted = async (kind: TallyKind, range: { from?: number; to: number }) => {
    let count = await tallied(ctx, kind, range);
    for (const projectId of hidden) count -= await tallied(ctx, kind, { ...range, projectId });
    return count;
  };
  const tasksInJeopardy = await counted("openTasksDue", { to: today.jeopardyEnd });
  return {
    activeProjects: await tallied(ctx, "activeProjects", { to: Infinity }),
    unitsStartedThisWeek: await counted("unitsStarted", thisWeek),
    unitsCompletedThisWeek: await counted("unitsCompleted", thisWeek),
    tasksStartedThisWeek: await counted("tasksStarted", thisWeek),
    tasksCompletedThisWeek: await counted("tasksCompleted", thisWeek),
    tasksInJeopardy,
    jeopardyProjectId: tasksInJeopardy > 0 ? await firstInJeopardy(ctx, today.jeopardyEnd) : null,
    recentActivity: await recentActivity(ctx),
  };
}

async function firstInJeopardy(ctx: QueryCtx, to: number): Promise<Id<"projects"> | null> {
  const newestFirst = ctx.db.query("projects").withIndex("createdAt").order("desc");
  // Nearly always one of the first; each costs a few rows.
  for await (const { _id: projectId } of newestFirst)
    if ((await tallied(ctx, "openTasksDue", { to, projectId })) > 0) return projectId;
  return null;
}
