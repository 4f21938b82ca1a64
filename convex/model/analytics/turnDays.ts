import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { type Days, daysBy, daysOf, type Part, parts } from "../../rules/turnSplit.ts";
import { compareNames } from "../../rules/urgency.ts";
import { vDays } from "../../tables/analytics.ts";
import type { QueryCtx } from "../context/context.ts";
import { rounded } from "./formulas.ts";
import { readScope } from "./period.ts";

/**
 * The maximum number of completed units in the answer, newest first: their rows fit the read limit of one transaction.
 */
const maxUnits = 12_000;
/** The number of units listed as the slowest. */
const slowestCount = 5;

type Split = Doc<"turnSplits">;

const vDaysOf = v.object({ units: v.number(), average: vDays, percent: vDays });

/** The days of completed units, split by cause: for all units, for the slowest ones, and by project. */
export const vDaysAnalytics = vDaysOf.extend({
  slowest: v.array(
    v.object({
      unitId: v.id("units"),
      unitName: v.string(),
      projectId: v.id("projects"),
      projectName: v.string(),
      completionDate: v.string(),
      days: vDays,
    }),
  ),
  projects: v.array(vDaysOf.extend({ projectId: v.id("projects"), projectName: v.string() })),
});

/**
 * The split of the days of units that were completed in the last `days` times 24 hours, or ever without `days`; with
 * `projectId`, of one project.
 */
export async function daysAnalytics(
  ctx: QueryCtx,
  { projectId, days }: { projectId?: Id<"projects">; days: number | undefined },
) {
  const { from, to } = (await readScope(ctx, days)).current;
  const found = await (
    projectId === undefined
      ? ctx.db
          .query("turnSplits")
          .withIndex("completionDate", (q) =>
            q.gte("completionDate", from).lt("completionDate", to),
          )
      : ctx.db
          .query("turnSplits")
          .withIndex("projectId_completionDate", (q) =>
            q.eq("projectId", projectId).gte("completionDate", from).lt("completionDate", to),
          )
  )
    .order("desc")
    .take(maxUnits);
  const projects = await projectsOf(ctx, found);
  const nameById = new Map(projects.map(({ _id, name }) => [_id, name]));
  // The splits of a deleted project are deleted in steps. Those that are left do not count.
  const splits = found.filter((split) => nameById.has(split.projectId));
  return {
    ...summary(splits),
    slowest: slowestOf(splits).map((split) => ({
      unitId: split.unitId,
      unitName: split.unitName,
      projectId: split.projectId,
      projectName: nameById.get(split.projectId) ?? "",
      completionDate: toIso(split.completionDate),
      days: split.days,
    })),
    projects: projects.map(({ _id, name }) => ({
      projectId: _id,
      projectName: name,
      ...summary(splits.filter((split) => split.projectId === _id)),
    })),
  };
}

/** The existing projects of these units, newest first. */
async function projectsOf(ctx: QueryCtx, splits: readonly Split[]): Promise<Doc<"projects">[]> {
  const ids = Array.from(new Set(splits.map(({ projectId }) => projectId)));
  const projects = await Promise.all(ids.map((id) => ctx.db.get("projects", id)));
  return projects
    .filter((project) => project !== null)
    .sort((a, b) => b.createdAt - a.createdAt || b._creationTime - a._creationTime);
}

function slowestOf(splits: readonly Split[]): Split[] {
  return splits
    .toSorted((a, b) => b.days.total - a.days.total || compareNames(a.unitName, b.unitName))
    .slice(0, slowestCount);
}

/** The mean days of these units with one decimal, and the parts as whole percentages. */
function summary(splits: readonly Split[]): { units: number; average: Days; percent: Days } {
  const units = splits.length;
  const sums = new Map<Part, number>();
  for (const part of parts)
    sums.set(
      part,
      splits.reduce((sum, { days }) => sum + daysOf(days, part), 0),
    );
  const total = splits.reduce((sum, { days }) => sum + days.total, 0);
  const average = (days: number) => (units === 0 ? 0 : rounded(days / units, 1));
  const percents = wholePercents(sums, total);
  return {
    units,
    average: daysBy(average(total), (part) => average(sums.get(part) ?? 0)),
    percent: daysBy(total === 0 ? 0 : 100, (part) => percents.get(part) ?? 0),
  };
}

/**
 * Days as whole percentages that sum to 100. The largest remainders are rounded up; of equal remainders, the first part
 * comes first.
 */
function wholePercents(sums: ReadonlyMap<Part, number>, total: number): Map<Part, number> {
  const percents = new Map<Part, number>();
  if (total === 0) return percents;
  for (const [part, days] of sums) percents.set(part, Math.floor((100 * days) / total));
  const left = 100 - [...percents.values()].reduce((sum, percent) => sum + percent, 0);
  const remainder = (part: Part) => (100 * (sums.get(part) ?? 0)) % total;
  const byRemainder = parts.toSorted((a, b) => remainder(b) - remainder(a));
  for (const part of byRemainder.slice(0, left)) percents.set(part, (percents.get(part) ?? 0) + 1);
  return percents;
}
