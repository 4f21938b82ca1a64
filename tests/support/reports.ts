import { api } from "../../convex/_generated/api.js";
import type { Doc, Id } from "../../convex/_generated/dataModel.js";
import { toTaskDetails } from "../../convex/rules/reportMatrix.ts";
import { readReport, type ReportScope, toUnitTaskStatus } from "../../convex/rules/reports.ts";
import { setupWorkspace } from "./workspace.ts";

/** The company day of these tests: 15 July 2025, UTC. */
export const today = Date.UTC(2025, 6, 15);

type TaskFields = Pick<Doc<"tasks">, "name"> & Partial<Doc<"tasks">>;

/** Sets up a workspace in which a test inserts tasks and hours directly, with functions that read both reports. */
export async function setupReports() {
  const workspace = await setupWorkspace({ templates: 0 });
  const { t, manager, supervisor } = workspace;
  await t.run((ctx) => ctx.db.insert("dayMarkers", { startOfDay: today, timeZone: "UTC" }));

  async function insertTasks(unitId: Id<"units">, tasks: readonly TaskFields[]) {
    await t.run(async (ctx) => {
      const unit = await ctx.db.get("units", unitId);
      if (unit === null) throw new Error("There is no such unit");
      for (const [index, task] of tasks.entries()) {
        await ctx.db.insert("tasks", {
          ...{ unitId, projectId: unit.projectId, status: "not_started", sortOrder: index },
          ...{ createdAt: today, updatedAt: today, ...task },
        });
      }
    });
  }

  async function insertHours(unitId: Id<"units">, hours: readonly (number | null)[], text = "") {
    await t.run(async (ctx) => {
      const unit = await ctx.db.get("units", unitId);
      if (unit === null) throw new Error("There is no such unit");
      for (const totalHours of hours) {
        await ctx.db.insert("timeEntries", {
          ...{ unitId, projectId: unit.projectId, userId: manager.userId, description: text },
          ...{ startTime: today, date: today, createdAt: today, updatedAt: today },
          ...(totalHours === null ? {} : { endTime: today, totalHours }),
        });
      }
    });
  }

  const statusParts = (scope: ReportScope = {}) =>
    readReport((args) => supervisor.query(api.reports.unitTaskStatusPage, args), scope);
  const detailsParts = (scope: ReportScope = {}) =>
    readReport((args) => supervisor.query(api.reports.taskDetailsPage, args), scope);
  const status = async (scope?: ReportScope) => toUnitTaskStatus(await statusParts(scope));
  const details = async (scope?: ReportScope) => toTaskDetails(await detailsParts(scope));

  return { ...workspace, insertTasks, insertHours, status, details, statusParts, detailsParts };
}
