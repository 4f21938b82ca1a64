import { v } from "convex/values";
import { recentActivity, vActivity } from "./activity.ts";
import type { QueryCtx } from "./context.ts";
import { tallied } from "./counts.ts";
import { readToday } from "./today.ts";

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
  return {
    activeProjects: await tallied(ctx, "activeProjects", { to: Infinity }),
    unitsStartedThisWeek: await tallied(ctx, "unitsStarted", thisWeek),
    unitsCompletedThisWeek: await tallied(ctx, "unitsCompleted", thisWeek),
    tasksStartedThisWeek: await tallied(ctx, "tasksStarted", thisWeek),
    tasksCompletedThisWeek: await tallied(ctx, "tasksCompleted", thisWeek),
    tasksInJeopardy: await tallied(ctx, "openTasksDue", { to: today.jeopardyEnd }),
    recentActivity: await recentActivity(ctx),
  };
}
