import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { readToday } from "../../../convex/model/context/today.ts";
import { tasksFor } from "../../../convex/model/myDay/dayTasks.ts";
import { listWorkers } from "../../../convex/model/myDay/workPlaces.ts";
import { countingReads } from "../../support/counted-reads.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { setupWorkspace } from "../../support/workspace.ts";

test("a day reads no task that is for later, and no unit without a block [MYDAY-01] [MYDAY-04]", async () => {
  const { t, supervisor, manager, newProject, templateIds } = await setupWorkspace({
    templates: 10,
  });
  const { projectId, unitIds } = await newProject(Array.from({ length: 20 }, (_, at) => `${at}`));
  await manager.mutation(api.projects.update, { projectId, supervisorId: supervisor.userId });
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const [task] = await manager.query(api.tasks.list, { unitId: unitIds[0] ?? "" });
  const today = new Date().toISOString().slice(0, 10);
  await manager.mutation(api.tasks.update, { taskId: task?.id ?? "", dueDate: today });

  const read = await t.run(async (ctx) => {
    const watched = countingReads(ctx);
    const mine = await tasksFor(watched.ctx, supervisor.userId, await readToday(ctx));
    const workers = await listWorkers(watched.ctx);
    return {
      mine: mine.length,
      workers: workers.length,
      tasks: watched.rows("tasks"),
      units: watched.rows("units"),
    };
  });

  // Each of the two queries reads the task of today once.
  expect(read).toEqual({ mine: 1, workers: 0, tasks: 2, units: 1 });
});

testWithLimits(
  "a person with open tasks in thousands of units has a day [LIMIT-09] [MYDAY-01]",
  async () => {
    const { t, supervisor, newProject } = await setupWorkspace();
    const { projectId } = await newProject(["101"]);
    const today = Date.now();
    await t.run(async ({ db }) => {
      const [like] = await db.query("units").collect();
      const { _id, _creationTime, ...unit } = like!;
      const times = { createdAt: 0, updatedAt: 0 };
      for (let nth = 0; nth < 4200; nth += 1) {
        const unitId = await db.insert("units", { ...unit, name: `${nth}` });
        const task = { projectId, unitId, name: "Paint", status: "not_started" as const };
        const given = { assignedToId: supervisor.userId, dueDate: today, sortOrder: 0 };
        await db.insert("tasks", { ...task, ...given, ...times });
      }
    });

    const { dueToday } = await supervisor.query(api.myDay.mine, {});

    expect(dueToday).toHaveLength(3000);
  },
);
