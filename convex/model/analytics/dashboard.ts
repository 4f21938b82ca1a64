import { v } from "convex/values";
import type { QueryCtx } from "../context/context.ts";
import { readToday } from "../context/today.ts";
import { unfinishedDeletions } from "../deletion/projects.ts";
import { recentActivity, vActivity } from "../history/activity.ts";
import { tallied, type TallyKind } from "../numbers/counts.ts";

export const vDashboardAnalytics = v.object({
  activeProjects: v.number(),
  unitsStartedThisWeek: v.number(),
  unitsCompletedThisWeek: v.number(),
  tasksStartedThisWeek: v.number(),
  tasksCompletedThisWeek: v.number(),
  tasksInJeopardy: v.number(),
  recentActivity: v.array(vActivity),
});

/** The dashboard's figures over all projects, from tallies, and the latest activity. */
export async function summarise(ctx: QueryCtx) {
  const today = await readToday(ctx);
  const thisWeek = { from: today.weekStart, to: today.weekEnd };
  const deleted = await unfinishedDeletions(ctx);
  /** The count of a kind without the contents of deleted projects. */
  const counted = async (kind: TallyKind, range: { from?: number; to: number }) => {
    let count = await tallied(ctx, kind, range);
    for (const { projectId } of deleted) count -= await tallied(ctx, kind, { ...range, projectId });
    return count;
  };
  return {
    activeProjects: await tallied(ctx, "activeProjects", { to: Infinity }),
    unitsStartedThisWeek: await counted("unitsStarted", thisWeek),
    unitsCompletedThisWeek: await counted("unitsCompleted", thisWeek),
    tasksStartedThisWeek: await counted("tasksStarted", thisWeek),
    tasksCompletedThisWeek: await counted("tasksCompleted", thisWeek),
    tasksInJeopardy: await counted("openTasksDue", { to: today.jeopardyEnd }),
    recentActivity: await recentActivity(ctx),
  };
}
