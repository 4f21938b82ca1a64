import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { first, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["Pacific/Tongatapu", "2025-07-16T10:59:59.999Z", "not_started"],
  ["Pacific/Tongatapu", "2025-07-16T11:00:00.000Z", "overdue"],
  ["Pacific/Kiritimati", "2025-07-16T10:30:00.000Z", "overdue"],
  ["Etc/GMT+12", "2025-07-17T11:59:59.999Z", "not_started"],
  ["Etc/GMT+12", "2025-07-17T12:00:00.000Z", "overdue"],
])(
  "a task due on a picked day is overdue from the end of that day in %s, at %s %s [OP-26] [GEN-04]",
  async (timeZone, now, status) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2025-07-16T10:00:00.000Z") });
    const { manager, newUnitWithTasks } = await setupWorkspace({ templates: 1 });
    const { projectId, unitId, taskIds } = await newUnitWithTasks();
    const taskId = first(taskIds);
    await manager.mutation(api.tasks.update, { taskId, dueDate: "2025-07-16" });
    vi.stubEnv("COMPANY_TIME_ZONE", timeZone);

    vi.setSystemTime(Date.parse(now));

    expect(first(await manager.query(api.tasks.list, { unitId })).status).toBe(status);
    const unit = first(await manager.query(api.units.list, { projectId }));
    expect(unit.overdueTasks).toBe(status === "overdue" ? 1 : 0);
  },
);

test.each([
  ["Pacific/Tongatapu", "2025-07-16T10:59:59.999Z", 0],
  ["Pacific/Tongatapu", "2025-07-16T11:00:00.000Z", 1],
  ["Pacific/Kiritimati", "2025-07-16T10:30:00.000Z", 1],
  ["Pacific/Auckland", "2025-07-16T11:59:59.999Z", 0],
  ["Pacific/Auckland", "2025-07-16T12:00:00.000Z", 1],
  ["Etc/GMT+12", "2025-07-17T11:59:59.999Z", 0],
  ["Etc/GMT+12", "2025-07-17T12:00:00.000Z", 1],
])(
  "a unit is at risk in all figures from the end of the day of its task in %s, at %s: %i [TURN-10] [PROJ-05] [GEN-04]",
  async (timeZone, now, count) => {
    vi.stubEnv("COMPANY_TIME_ZONE", timeZone);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2025-07-16T09:00:00.000Z") });
    const { t, manager, newUnitWithTasks } = await setupWorkspace({ templates: 1 });
    const { projectId, unitId, taskIds } = await newUnitWithTasks();
    await manager.mutation(api.units.update, { unitId, readyByDate: "2025-07-25" });
    const taskId = first(taskIds);
    await manager.mutation(api.tasks.update, { taskId, dueDate: "2025-07-16" });

    vi.setSystemTime(Date.parse(now));

    const risk = count === 1 ? "at_risk" : "on_track";
    const unit = first(await manager.query(api.units.list, { projectId }));
    expect(unit).toMatchObject({ turn: { risk }, overdueTasks: count });
    const figures = async () => {
      const { unitsAtRisk } = await manager.query(api.analytics.risk, {});
      const project = await manager.query(api.projects.stats, { projectId });
      return [unitsAtRisk.length, project.unitsAtRisk];
    };
    expect(await figures()).toEqual([count, count]);
    await t.mutation(internal.jobs.turns.keepUp, {});
    expect(await figures()).toEqual([count, count]);
  },
);
