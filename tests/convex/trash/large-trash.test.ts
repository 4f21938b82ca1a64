import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { first, setupWorkspace } from "../../support/workspace.ts";

/** Sets up a small project and a large one in the trash, whose events and tasks come before those of the small one. */
async function setupLarge() {
  const workspace = await setupWorkspace();
  const { t, manager, supervisor, newUnitWithTasks } = workspace;
  const kept = await newUnitWithTasks();
  const taskId = first(kept.taskIds);
  const given = { assignedToId: supervisor.userId, dueDate: new Date().toISOString().slice(0, 10) };
  await manager.mutation(api.tasks.update, { taskId, status: "in_progress", ...given });
  const large = await newUnitWithTasks();
  const unitId = large.unitId;
  await t.run(async ({ db }) => {
    const { _id, _creationTime, ...task } = (await db.query("tasks").order("desc").first())!;
    for (let count = 0; count < 5000; count++)
      await db.insert("tasks", { ...task, assignedToId: supervisor.userId, status: "in_progress" });
    for (let count = 0; count < 250; count++)
      await db.insert("events", {
        ...{ kind: "photo.added", label: "before", inFeed: true, at: Date.now() + count },
        ...{ projectId: large.projectId, unitId, userId: manager.userId },
      });
  });
  await manager.mutation(api.projects.remove, { projectId: large.projectId });
  return { ...workspace, taskId };
}

test("a large project in the trash hides neither the activity nor the day of others [TRASH-01] [OP-29]", async () => {
  const { manager, supervisor, taskId } = await setupLarge();

  const { recentActivity } = await manager.query(api.dashboard.summary, {});
  const day = await supervisor.query(api.myDay.mine, {});

  expect(recentActivity.map(({ description }) => description)).toEqual([
    'Task "Task 1" marked as in progress',
  ]);
  const groups = [...day.dueToday, ...day.overdue, ...day.noDate, ...day.nextSevenDays];
  expect(groups.flatMap(({ tasks }) => tasks.map(({ id }) => id))).toEqual([taskId]);
});
