import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { addEvents, count, listed, none, setupLargeTask } from "../../support/large-task.ts";
import { lowLimits, testWithLowLimits } from "../../support/test-with-limits.ts";
import { expectWholeTrash } from "../../support/whole-trash.ts";
import { first, setupWorkspace, storedRowsOf } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

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

testWithLowLimits(
  "a task with more events, blocks and photos than one transaction may write leaves at once, comes back whole, and goes for good [TRASH-01]",
  async () => {
    const { t, manager, unitId, taskId, finish, remove, restore, parts, all } =
      await setupLargeTask({ blocks: 1100 });
    const activity = async () =>
      (await manager.query(api.dashboard.summary, {})).recentActivity.length;
    const tasks = async () =>
      (await manager.query(api.tasks.list, { unitId })).filter(({ id }) => id === taskId).length;

    await remove();
    expect([await activity(), await tasks()]).toEqual([0, 0]);
    await finish();
    expect(await parts()).toEqual(none);

    await restore();
    expect([await activity(), await tasks()]).toEqual([10, 1]);
    await finish();
    expect(await parts()).toEqual(all);

    await remove();
    const itemId = first(await storedRowsOf(t, "trash"))._id;
    await manager.mutation(api.trash.remove, { itemId });
    await finish();
    expect(await parts()).toEqual(none);
    expect(await count(t, "blocks")).toBe(0);
  },
);

testWithLowLimits(
  "the deletion of a large task is undone, and the undo too [TRASH-01] [UNDO-01]",
  async () => {
    const { t, manager, taskId, finish, remove, parts, all } = await setupLargeTask({
      events: 1100,
      blocks: 30,
    });
    const undo = async (kind: string) => {
      const event = await t.run(async ({ db }) => await db.query("events").order("desc").first());
      expect(event).toMatchObject({ kind, taskId });
      const eventId = event!._id;
      return await manager.mutation(api.undo.event, { eventId });
    };
    await remove();
    await finish();

    expect(await undo("task.removed")).toMatchObject({ undone: 1 });
    await finish();
    expect(await parts()).toEqual(all);

    expect(await undo("task.restored")).toMatchObject({ undone: 1 });
    await finish();
    expect(await parts()).toEqual(none);
    await expectWholeTrash(t);
  },
);

test("a task that is restored, deleted and restored before each has ended is whole again [TRASH-01]", async () => {
  const { t, finish, remove, restore, parts, all } = await setupLargeTask({
    ...{ events: 1100, blocks: 560, photos: 560 },
  });
  await remove();
  await restore();
  await remove();
  await restore();
  await finish();
  expect(await parts()).toEqual(all);

  await remove();
  await finish();
  await restore();
  await remove();
  await finish();
  expect(await parts()).toEqual(none);
  await restore();
  await finish();

  expect(await parts()).toEqual(all);
  await expectWholeTrash(t);
  await expectConsistent(t);
});

testWithLowLimits(
  "a unit comes back from the trash beside more events of deleted records than one transaction may read [TRASH-01]",
  async () => {
    const { t, manager, newUnitWithTasks } = await setupWorkspace();
    const { projectId, unitId, taskIds } = await newUnitWithTasks();
    for (const taskId of taskIds)
      await manager.mutation(api.tasks.update, { taskId, status: "completed" });
    const { userId } = manager;
    await addEvents(t, lowLimits.documentsRead + 600, { projectId, unitId, userId, inFeed: false });
    const before = await listed(t);
    await manager.mutation(api.units.remove, { unitId });
    expect(await listed(t)).toBe(0);
    const itemId = first(await storedRowsOf(t, "trash"))._id;
    vi.useFakeTimers();

    await manager.mutation(api.trash.restore, { itemId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    expect(before).toBeGreaterThan(2);
    expect(await listed(t)).toBe(before);
  },
);

testWithLowLimits(
  "a time entry that was changed more often than one transaction may read comes back from the trash [TRASH-01]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId } = await newProject(["101"]);
    const { userId } = manager;
    const times = { startTime: "2026-03-02T07:00:00Z", endTime: "2026-03-02T16:00:00Z" };
    const entry = { projectId, userId, date: "2026-03-02", ...times };
    const { id: timeEntryId } = await manager.mutation(api.timeEntries.create, entry);
    await addEvents(t, lowLimits.documentsRead + 600, {
      projectId,
      timeEntryId,
      userId,
      inFeed: false,
    });
    await manager.mutation(api.timeEntries.remove, { timeEntryId });
    expect(await listed(t)).toBe(0);
    const itemId = first(await storedRowsOf(t, "trash"))._id;
    vi.useFakeTimers();

    await manager.mutation(api.trash.restore, { itemId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    expect(await listed(t)).toBe(1);
  },
);

test("a project of 1,000 units is gone and back in one transaction each, with no step to wait for [TRASH-01]", async () => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId } = await newProject(Array.from({ length: 1000 }, (_, at) => `${at}`));
  await manager.mutation(api.tasks.assignToAllUnits, {
    ...{ projectId, templateIds: templateIds.slice(0, 1) },
  });
  const units = await manager.query(api.units.list, { projectId });
  const jobs = async () =>
    await t.run(
      async (ctx) => (await ctx.db.system.query("_scheduled_functions").collect()).length,
    );
  const before = await jobs();

  await manager.mutation(api.projects.remove, { projectId });
  expect(await manager.query(api.projects.list, {})).toEqual([]);
  const { page } = await manager.query(api.trash.list, {});
  await manager.mutation(api.trash.restore, { itemId: first(page).id });

  expect(await manager.query(api.units.list, { projectId })).toEqual(units);
  expect(await jobs()).toBe(before);
});
