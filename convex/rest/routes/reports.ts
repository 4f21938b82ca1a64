import { literals } from "convex-helpers/validators";
import { type GenericValidator, v } from "convex/values";
import * as z from "zod";
import { api } from "../../_generated/api.js";
import type { ActionCtx } from "../../_generated/server.js";
import { parseInput } from "../../lib/parse.ts";
import { vReportBlock } from "../../model/reports/reportPages.ts";
import { analyticsPeriods, risks } from "../../rules/labels.ts";
import { toTaskDetails } from "../../rules/reportMatrix.ts";
import { readReport, type ReportScope, toUnitTaskStatus } from "../../rules/reports.ts";
import { toTurnStatus } from "../../rules/turnReport.ts";
import { vTaskStatus, vUnitStatus } from "../../schema.ts";
import { readRoute, searchParameters } from "../door/endpoint.ts";
import { countPages } from "../door/longAnswer.ts";
import { jsonResponse } from "../door/responses.ts";
import type { Route } from "../door/route.ts";
import { readSessionCookie } from "../door/sessionCookie.ts";

const period = z.enum(
  analyticsPeriods.map(String),
  `Period must be one of ${analyticsPeriods.join(", ")}`,
);

const periodQuery = z.object({ period: period.transform(Number).optional() });

const filters = z.object({
  projectId: z.string().optional(),
  unitIds: z.string().meta({ description: "Ids with commas between them" }).optional(),
});

const vUnitTaskStatusRow = v.object({
  unitId: v.id("units"),
  unitNumber: v.string(),
  projectName: v.string(),
  totalTasks: v.number(),
  completedTasks: v.number(),
  inProgressTasks: v.number(),
  notStartedTasks: v.number(),
  overdueTasks: v.number(),
  completionPercentage: v.number(),
  estimatedHours: v.number(),
  actualHours: v.number(),
});

const nullableText = v.union(v.string(), v.null());
const nullableNumber = v.union(v.number(), v.null());

const vTurnStatusRow = v.object({
  unitId: v.id("units"),
  unitNumber: v.string(),
  projectId: v.id("projects"),
  projectName: v.string(),
  status: vUnitStatus,
  moveOutDate: nullableText,
  readyByDate: nullableText,
  moveInDate: nullableText,
  daysVacant: nullableNumber,
  turnDays: nullableNumber,
  daysToReadyBy: nullableNumber,
  daysToMoveIn: nullableNumber,
  risk: literals(...risks),
  totalTasks: v.number(),
  completedTasks: v.number(),
  blockedTasks: v.number(),
  blocks: v.array(vReportBlock),
  estimatedHours: v.number(),
  actualHours: v.number(),
  monthlyRent: nullableNumber,
  vacancyLoss: nullableNumber,
  cost: nullableNumber,
});

const vTaskDetailsReport = v.object({
  units: v.array(v.string()),
  tasks: v.array(
    v.object({
      taskName: v.string(),
      statuses: v.record(v.string(), vTaskStatus),
      startDates: v.optional(v.record(v.string(), v.string())),
      blocks: v.optional(v.record(v.string(), vReportBlock)),
    }),
  ),
});

export const reportRoutes: readonly Route[] = [
  readRoute("/api/analytics/projects/:projectId", {
    summary: "The analytics of a project over the last days, or over its whole history",
    calls: api.analytics.project,
    query: periodQuery,
  }),
  readRoute("/api/analytics/projects/:projectId/days", {
    summary: "The days of a project's completed units, split by their use",
    calls: api.analytics.projectDays,
    query: periodQuery,
  }),
  readRoute("/api/analytics/days", {
    summary: "The days of all completed units, split by their use, also by project",
    calls: api.analytics.days,
    query: periodQuery,
  }),
  readRoute("/api/analytics/risk", {
    summary: "The units that are late or at risk, and what vacancy costs this month",
    calls: api.analytics.risk,
  }),
  reportRoute("/api/reports/turn-status", {
    summary: "The dates, days, risk and money of each unit's turn",
    shape: v.array(vTurnStatusRow),
    read: async ({ ctx, session, scope, counted }) =>
      toTurnStatus(
        await readReport(
          (args) => counted(ctx.runQuery(api.reports.turnStatusPage, { ...args, session })),
          scope,
        ),
      ),
  }),
  reportRoute("/api/reports/unit-task-status", {
    summary: "The progress of the tasks of each unit",
    shape: v.array(vUnitTaskStatusRow),
    read: async ({ ctx, session, scope, counted }) =>
      toUnitTaskStatus(
        await readReport(
          (args) => counted(ctx.runQuery(api.reports.unitTaskStatusPage, { ...args, session })),
          scope,
        ),
      ),
  }),
  reportRoute("/api/reports/task-details", {
    summary: "The status of each task in each unit",
    shape: vTaskDetailsReport,
    read: async ({ ctx, session, scope, counted }) =>
      toTaskDetails(
        await readReport(
          (args) => counted(ctx.runQuery(api.reports.taskDetailsPage, { ...args, session })),
          scope,
        ),
      ),
  }),
];

type Reading = {
  ctx: ActionCtx;
  session: string;
  scope: ReportScope;
  counted: ReturnType<typeof countPages>;
};

/** A route of a report. It reads all pages, each by a query of its own that checks the permission again. */
function reportRoute(
  path: string,
  definition: {
    summary: string;
    shape: GenericValidator;
    read: (reading: Reading) => Promise<unknown>;
  },
): Route {
  const { summary, shape, read } = definition;
  return {
    ...{ method: "GET", path, summary, access: "analytics:read", query: filters },
    answer: { status: 200, shape },
    isLong: true,
    handler: async (ctx, request) => {
      const { projectId, unitIds = "" } = parseInput(filters, searchParameters(request));
      const ids = unitIds.split(",").filter((id) => id !== "");
      const scope = { projectId: projectId || undefined, unitIds: ids };
      const session = readSessionCookie(request) ?? "";
      return jsonResponse(200, await read({ ctx, session, scope, counted: countPages(request) }));
    },
  };
}
