import { v } from "convex/values";
import type { Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { readToday } from "../context/today.ts";
import { hiddenProjects } from "../deletion/projects.ts";
import { recentActivity, vActivity } from "../history/activity.ts";
import { Tallies } from "../numbers/tallies.ts";
import type { TallyKind } from "../numbers/waitingCounts.ts";

export const vDashboardAnalytics = v.object({
  activeProjects: v.number(),
  unitsStartedThisWeek: v.number(),
  unitsCompletedThisWeek: v.number(),
  tasksStartedThisWeek: v.number(),
  tasksCompletedThisWeek: v.number(),
  tasksInJeopardy: v.number(),
  /** The newest project with tasks in jeopardy; null when there are none. */
  jeopardyProjectId: v.union(v.id("projects"), v.null()),
  /** The number of those tasks in that project; the others are in other projects. */
  jeopardyProjectTasks: v.number(),
  recentActivity: v.array(vActivity),
});

/** The dashboard's figures over all projects, from tallies, and the latest activity. */
export async function summarise(ctx: QueryCtx) {
  const today = await readToday(ctx);
  const thisWeek = { from: today.weekStart, to: today.weekEnd };
  const hidden: Tallies[] = [];
  for (const projectId of await hiddenProjects(ctx)) hidden.push(await Tallies.of(ctx, projectId));
  const workspace = await Tallies.of(ctx);
  /** The count of a kind of task or unit, without the contents of deleted projects. */
  const counted = async (kind: TallyKind, range: { from?: number; to: number }) => {
    let count = await workspace.count(kind, range);
    for (const project of hidden) count -= await project.count(kind, range);
    return count;
  };
  const tasksInJeopardy = await counted("openTasksDue", { to: today.jeopardyEnd });
  return {
    activeProjects: await workspace.count("activeProjects", { to: Infinity }),
    unitsStartedThisWeek: await counted("unitsStarted", thisWeek),
    unitsCompletedThisWeek: await counted("unitsCompleted", thisWeek),
    tasksStartedThisWeek: await counted("tasksStarted", thisWeek),
    tasksCompletedThisWeek: await counted("tasksCompleted", thisWeek),
    tasksInJeopardy,
    ...(tasksInJeopardy > 0 ? await firstInJeopardy(ctx, today.jeopardyEnd) : noJeopardy),
    recentActivity: await recentActivity(ctx),
  };
}

type Jeopardy = { jeopardyProjectId: Id<"projects"> | null; jeopardyProjectTasks: number };

const noJeopardy: Jeopardy = { jeopardyProjectId: null, jeopardyProjectTasks: 0 };

async function firstInJeopardy(ctx: QueryCtx, to: number): Promise<Jeopardy> {
  const newestFirst = ctx.db.query("projects").withIndex("createdAt").order("desc");
  // The loop nearly always ends at one of the first projects; each project costs a few rows.
  for await (const { _id: projectId } of newestFirst) {
    const tallies = await Tallies.of(ctx, projectId);
    const count = await tallies.count("openTasksDue", { to });
    if (count > 0) return { jeopardyProjectId: projectId, jeopardyProjectTasks: count };
  }
  return noJeopardy;
}
