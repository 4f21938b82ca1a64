import { v } from "convex/values";
import * as z from "zod";
import { moneyQuery, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import {
  analyticsReport,
  vAnalyticsReport,
  vProjectAnalytics,
} from "./model/analytics/analytics.ts";
import { riskAnalytics, vRiskAnalytics } from "./model/analytics/risk.ts";
import { daysAnalytics, vDaysAnalytics } from "./model/analytics/turnDays.ts";
import { requireProject } from "./model/projects/projects.ts";
import { analyticsPeriods } from "./rules/labels.ts";

/** The period of analytics in days; undefined means the whole history. */
const periodInput = z
  .literal(analyticsPeriods, `Period must be one of ${analyticsPeriods.join(", ")}`)
  .optional();

const args = { projectId: v.string(), period: v.optional(v.number()) };

/** The analytics of a project over the last `period` days (30, 90 or 365), or without one over its whole history. */
export const project = staffQuery("analytics:read")({
  args,
  returns: vProjectAnalytics,
  handler: async (ctx, { projectId, period }) => {
    const days = parseInput(periodInput, period);
    return (await analyticsReport(ctx, await requireProject(ctx, projectId), days)).figures;
  },
});

/** The analytics of a project, together with the sentences that a page shows about them. */
export const report = staffQuery("analytics:read")({
  args,
  returns: vAnalyticsReport,
  handler: async (ctx, { projectId, period }) => {
    const days = parseInput(periodInput, period);
    return await analyticsReport(ctx, await requireProject(ctx, projectId), days);
  },
});

/** The units of active projects that are late or at risk, and what vacancy costs this month. */
export const risk = moneyQuery("analytics:read")({
  args: {},
  returns: vRiskAnalytics,
  handler: async (ctx) => await riskAnalytics(ctx, ctx.money),
});

/**
 * The split of the days of a project's units that were completed in the last `period` days; without a period, of all
 * completed units.
 */
export const projectDays = staffQuery("analytics:read")({
  args,
  returns: vDaysAnalytics,
  handler: async (ctx, { projectId, period }) => {
    const days = parseInput(periodInput, period);
    const { _id } = await requireProject(ctx, projectId);
    return await daysAnalytics(ctx, { projectId: _id, days });
  },
});

/** The split of the days of completed units in all projects. */
export const days = staffQuery("analytics:read")({
  args: { period: v.optional(v.number()) },
  returns: vDaysAnalytics,
  handler: async (ctx, { period }) =>
    await daysAnalytics(ctx, { days: parseInput(periodInput, period) }),
});
