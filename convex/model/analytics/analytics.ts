import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayMs, utcDay } from "../../lib/dates.ts";
import { vMemberRole } from "../../schema.ts";
import { labourRate } from "../context/company.ts";
import type { QueryCtx } from "../context/context.ts";
import { projectCounts } from "../numbers/counts.ts";
import { unitFiguresSince } from "../numbers/unitFigures.ts";
import { longestSafeShift, workDuring, type WorkTotals } from "../numbers/workDays.ts";
import { listProjectMembers } from "../teams/projectTeams.ts";
import { completionPercentage } from "../projects/projects.ts";
import * as Formulas from "./formulas.ts";
import { type Period, readScope, type Scope, workingDays } from "./period.ts";

const hoursPerShift = 8;

export const vProjectAnalytics = v.object({
  completionRate: v.number(),
  completedTasks: v.number(),
  totalTasks: v.number(),
  avgTurnTime: v.number(),
  costPerUnit: v.number(),
  totalHours: v.number(),
  qualityScore: v.number(),
  onSchedulePercentage: v.number(),
  behindSchedulePercentage: v.number(),
  aheadSchedulePercentage: v.number(),
  crewUtilization: v.number(),
  equipmentUsage: v.number(),
  productivity: v.number(),
  safetyScore: v.number(),
  taskTrends: v.array(
    v.object({
      category: v.string(),
      avgDays: v.number(),
      trend: literals("improving", "stable", "other"),
      change: v.number(),
    }),
  ),
  teamMembers: v.array(
    v.object({
      id: v.id("teamMembers"),
      firstName: v.string(),
      lastName: v.string(),
      role: vMemberRole,
      trade: v.union(v.string(), v.null()),
    }),
  ),
});

const measurable = [
  "completionRate",
  "avgTurnTime",
  "costPerUnit",
  "qualityScore",
  "schedule",
  "crewUtilization",
  "equipmentUsage",
  "productivity",
  "safetyScore",
] as const;

/** The numbers that the figures are calculated from. Hours are numbers with two decimals, days of units with one. */
const vBasis = v.object({
  turns: v.object({ units: v.number(), days: v.number() }),
  units: v.number(),
  tasksDue: v.object({ all: v.number(), inTime: v.number() }),
  unitsDone: v.object({ all: v.number(), withPhoto: v.number() }),
  schedule: v.object({ ahead: v.number(), on: v.number(), behind: v.number() }),
  crew: v.object({ people: v.number(), hoursPerShift: v.number(), hours: v.number() }),
  days: v.object({ working: v.number(), worked: v.number() }),
  estimatedHours: v.number(),
  shifts: v.object({ finished: v.number(), long: v.number(), longestSafe: v.number() }),
});

/**
 * The content of the analytics page: the figures, their project, the numbers they are calculated from, and the names of
 * figures that are 0 because there is no data for them.
 */
export const vAnalyticsReport = v.object({
  projectName: v.string(),
  labourRate: v.number(),
  figures: vProjectAnalytics,
  basis: vBasis,
  unmeasured: v.array(literals(...measurable)),
});

/** The analytics of a project over the last `days` times 24 hours, or over its whole history. */
export async function analyticsReport(
  ctx: QueryCtx,
  project: Doc<"projects">,
  days: number | undefined,
) {
  const scope = await readScope(ctx, days);
  const found = await read(ctx, project, scope);
  const { units, work, tasks, members } = found;
  const schedule = Formulas.schedule(units, scope);
  const turns = Formulas.turnTime(units, scope.current);
  const counts = Formulas.qualityCounts(units, scope);
  const quality = Formulas.qualityShares(counts);
  const estimatedHours = Formulas.estimatedHours(units, scope.current);
  const isMeasured: Record<(typeof measurable)[number], boolean> = {
    completionRate: tasks.totalTasks > 0,
    avgTurnTime: turns.units > 0,
    costPerUnit: project.unitCount > 0 && work.hours > 0,
    qualityScore: quality.length > 0,
    schedule: schedule.ahead + schedule.on + schedule.behind > 0,
    crewUtilization: found.crewHours > 0 && work.hours > 0,
    equipmentUsage: work.entries > 0,
    productivity: work.hours > 0,
    safetyScore: work.finished > 0,
  };
  const percents = Formulas.schedulePercents(schedule);
  return {
    projectName: project.name,
    labourRate: labourRate(),
    unmeasured: measurable.filter((name) => !isMeasured[name]),
    basis: {
      turns: { units: turns.units, days: Formulas.rounded(Math.max(0, turns.days), 1) },
      units: project.unitCount,
      tasksDue: counts.due,
      unitsDone: counts.done,
      schedule,
      crew: { people: members.length, hoursPerShift, hours: found.crewHours },
      days: { working: found.workingDays, worked: found.workedDays },
      estimatedHours: Formulas.rounded(estimatedHours, 2),
      shifts: { finished: work.finished, long: work.long, longestSafe: longestSafeShift },
    },
    figures: {
      completionRate: await completionPercentage(ctx, project._id),
      completedTasks: tasks.completedTasks,
      totalTasks: tasks.totalTasks,
      avgTurnTime:
        turns.units === 0 ? 0 : Math.max(0, Formulas.rounded(turns.days / turns.units, 1)),
      qualityScore: Formulas.scoreOf(quality),
      onSchedulePercentage: percents.on,
      behindSchedulePercentage: percents.behind,
      aheadSchedulePercentage: percents.ahead,
      ...workFigures(project, found, estimatedHours),
      taskTrends: Formulas.taskTrends(units, scope),
      teamMembers: byHours(members, work).map(toMember),
    },
  };
}

/** The records from which the figures are computed. */
async function read(ctx: QueryCtx, project: Doc<"projects">, scope: Scope) {
  const { _id: projectId } = project;
  const since = (scope.preceding ?? scope.current).from;
  const { totals: work, days } = await workDuring(ctx, projectId, scope.current);
  const members = await listProjectMembers(ctx, projectId);
  const working = workingDays(await siteTime(ctx, projectId, scope));
  return {
    units: await unitFiguresSince(ctx, projectId, since),
    tasks: await projectCounts(ctx, projectId),
    work,
    members,
    workingDays: working.size,
    workedDays: days.filter((day) => working.has(day)).length,
    crewHours: members.length * hoursPerShift * working.size,
  };
}

type Found = Awaited<ReturnType<typeof read>>;

function workFigures(project: Doc<"projects">, found: Found, estimatedHours: number) {
  const { work, crewHours, workedDays } = found;
  const hours = work.hours / 100;
  const cost = hours * labourRate();
  const safe = (work.finished - work.long) / work.finished;
  return {
    totalHours: hours,
    costPerUnit: project.unitCount === 0 ? 0 : Formulas.rounded(cost / project.unitCount, 2),
    crewUtilization: Formulas.percentOf(hours, crewHours),
    equipmentUsage: Formulas.percentOf(workedDays, found.workingDays),
    productivity: Formulas.percentOf(estimatedHours, hours),
    safetyScore: Formulas.scoreOf(work.finished === 0 ? [] : [safe]),
  };
}

/**
 * The time in which work on a site is expected: the period; for the whole history, the time from the first time entry
 * to the end of today.
 */
async function siteTime(ctx: QueryCtx, projectId: Id<"projects">, scope: Scope): Promise<Period> {
  if (scope.preceding !== null) return scope.current;
  const end = scope.tomorrow * dayMs;
  const first = await ctx.db
    .query("timeEntries")
    .withIndex("projectId_date_startTime", (q) => q.eq("projectId", projectId))
    .first();
  return { from: first === null ? end : utcDay(first.date) * dayMs, to: end };
}

/** The members with the most hours first. Members with equal hours keep their order of assignment. */
function byHours(members: readonly Doc<"teamMembers">[], { hoursByMember }: WorkTotals) {
  const hoursOf = ({ _id }: Doc<"teamMembers">) => hoursByMember.get(_id) ?? 0;
  return members.toSorted((a, b) => hoursOf(b) - hoursOf(a));
}

function toMember({ _id, firstName, lastName, role, trade }: Doc<"teamMembers">) {
  return { id: _id, firstName, lastName, role, trade: trade ?? null };
}
