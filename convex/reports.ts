import { v } from "convex/values";
import { moneyQuery, staffQuery } from "./functions.ts";
import * as Pages from "./model/reports/reportPages.ts";
import { turnPage, vTurnPage } from "./model/reports/turnPages.ts";

/**
 * The scope of a report. Without `projectId` it covers all projects, without `unitIds` all units; with both, their
 * intersection. Unknown ids match nothing. Without `after` it is the first page.
 */
const pageArgs = {
  projectId: v.optional(v.string()),
  unitIds: v.optional(v.array(v.string())),
  after: v.optional(Pages.vReportCursor),
};

/** One page of the units that a report can be about; `readReport` reads them all. */
export const unitsPage = staffQuery("analytics:read")({
  args: pageArgs,
  returns: Pages.vUnitsPage,
  handler: async (ctx, scope) => await Pages.unitsPage(ctx, scope),
});

/**
 * One page of the unit task status report: `readReport` of model/reports reads them all, `toUnitTaskStatus` makes the
 * report (UnitTaskStatusRow[]) of their parts.
 */
export const unitTaskStatusPage = staffQuery("analytics:read")({
  args: pageArgs,
  returns: Pages.vStatusPage,
  handler: async (ctx, scope) => await Pages.statusPage(ctx, scope),
});

/**
 * One page of the task details report: `readReport` of model/reports reads them all, `toTaskDetails` makes the report
 * (TaskDetailsReport) of their parts.
 */
export const taskDetailsPage = staffQuery("analytics:read")({
  args: pageArgs,
  returns: Pages.vDetailsPage,
  handler: async (ctx, scope) => await Pages.detailsPage(ctx, scope),
});

/** One page of the turn status report: `readReport` reads them all, `toTurnStatus` makes the report of their parts. */
export const turnStatusPage = moneyQuery("analytics:read")({
  args: pageArgs,
  returns: vTurnPage,
  handler: async (ctx, scope) => await turnPage(ctx, scope, ctx.money),
});
