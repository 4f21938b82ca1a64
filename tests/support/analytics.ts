import { api } from "../../convex/_generated/api.js";
import type { Id } from "../../convex/_generated/dataModel.js";
import { day, first, setupWorkspace } from "./workspace.ts";

const hour = 3_600_000;

/**
 * Sets up a project with functions that date its records, in days from now: -3 is three days ago at this time of day.
 */
export async function setupAnalytics({ templates = 8, units = ["101", "102"] } = {}) {
  const workspace = await setupWorkspace({ templates });
  const { t, manager, templateIds } = workspace;
  const { projectId, unitIds } = await workspace.newProject(units);
  const now = Date.now();
  const at = (days: number) => new Date(now + days * day).toISOString();

  /**
   * Assigns the tasks of a unit, one for each template. Odd ones are Plumbing, even ones Paint, with 1.5 estimated
   * hours each.
   */
  async function tasksOf(unitId: string) {
    await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
    const tasks = await manager.query(api.tasks.list, { unitId });
    return tasks.map((task) => task.id);
  }

  async function updateTask(
    taskId: string,
    dates: Partial<Record<"start" | "due" | "done", number>>,
  ) {
    await manager.mutation(api.tasks.update, {
      taskId,
      ...(dates.start === undefined ? {} : { startDate: at(dates.start) }),
      ...(dates.due === undefined ? {} : { dueDate: at(dates.due) }),
      ...(dates.done === undefined ? {} : { completionDate: at(dates.done) }),
    });
  }

  async function completeUnit(unitId: string, { start, done }: { start?: number; done: number }) {
    await manager.mutation(api.units.update, {
      unitId,
      ...(start === undefined ? {} : { startDate: at(start) }),
      completionDate: at(done),
    });
  }

  /** Inserts a finished shift with this many paid hours, plus an hour of break, on this day. */
  async function logHours(
    date: string,
    hours: number,
    fields: { teamMemberId?: string; unitId?: string } = {},
  ) {
    const start = Date.parse(`${date}T07:00:00Z`);
    return await manager.mutation(api.timeEntries.create, {
      projectId,
      ...{ date, startTime: new Date(start).toISOString() },
      endTime: new Date(start + (hours + 1) * hour).toISOString(),
      ...fields,
    });
  }

  async function addMember(firstName: string, isActive = true): Promise<Id<"teamMembers">> {
    return await t.run(async (ctx) => {
      const teamMemberId = await ctx.db.insert("teamMembers", {
        ...{ createdBy: manager.userId, firstName, lastName: "Crew", role: "crew_member" as const },
        ...{ trade: "Painting", isActive: true, createdAt: now },
      });
      const assignments = await ctx.db.query("projectTeamAssignments").collect();
      const assignedAt = now + assignments.length;
      const assignment = { projectId, teamMemberId, assignedAt, isActive };
      await ctx.db.insert("projectTeamAssignments", assignment);
      return teamMemberId;
    });
  }

  const read = async (period?: number) =>
    await manager.query(api.analytics.project, {
      projectId,
      ...(period === undefined ? {} : { period }),
    });
  const report = async (period?: number) =>
    await manager.query(api.analytics.report, {
      projectId,
      ...(period === undefined ? {} : { period }),
    });

  return {
    ...workspace,
    ...{ projectId, unitIds, unitId: first(unitIds), at },
    ...{ tasksOf, updateTask, completeUnit, logHours, addMember, read, report },
  };
}
