import { v } from "convex/values";
import { staffQuery } from "./functions.ts";
import {
  detailsPage,
  statusPage,
  vDetailsPage,
  vReportCursor,
  vStatusPage,
} from "./model/reportPages.ts";

/**
 * No project means all of them, no units all units of these; both mean their intersection. Ids of nothing match nothing.
 * Without `after` it is the first page.
 */
const pageArgs = {
  projectId: v.optional(v.string()),
  unitIds: v.optional(v.array(v.string())),
  after: v.optional(vReportCursor),
};

/**
 * One page of the unit task status report: `readReport` of model/reports reads them all, `toUnitTaskStatus` makes the
 * report (UnitTaskStatusRow[]) of their parts.
 */
export const unitTaskStatusPage = staffQuery("analytics:read")({
  args: pageArgs,
  returns: vStatusPage,
  handler: async (ctx, scope) => await statusPage(ctx, scope),
});

/**
 * One page of the task details report: `readReport` of model/reports reads them all, `toTaskDetails` makes the report
 * (TaskDetailsReport) of their parts.
 */
export const taskDetailsPage = staffQuery("analytics:read")({
  args: pageArgs,
  returns: vDetailsPage,
  handler: async (ctx, scope) => await detailsPage(ctx, scope),
});
