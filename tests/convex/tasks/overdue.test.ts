import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
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
