import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { expectConsistent } from "../../support/consistency.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { expectWholeTrash } from "../../support/whole-trash.ts";
import { type Engine, first, setupWorkspace, storedRowsOf } from "../../support/workspace.ts";

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

type Event = Omit<Doc<"events">, "_id" | "_creationTime" | "kind" | "at">;

/** Adds events of a task that the dashboard lists, or has listed before, in as many transactions as they need. */
async function addEvents(t: Engine, count: number, event: Event): Promise<void> {
  const each = 11_000;
  for (let from = 0; from < count; from += each)
    await t.run(async ({ db }) => {
      for (let nth = from; nth < Math.min(count, from + each); nth += 1)
        await db.insert("events", { kind: "task.updated", at: nth, ...event });
    });
}

/** The number of rows of a table that may be more than one transaction reads. */
async function count<Table extends "events" | "blocks" | "photos">(
  t: Engine,
  table: Table,
  isCounted: (row: Doc<Table>) => boolean = () => true,
): Promise<number> {
  let counted = 0;
  let after: number | null = -1;
  while (after !== null)
    after = await t.run(async ({ db }) => {
      const rows = (await db
        .query(table)
        .withIndex("by_creation_time", (q) => q.gt("_creationTime", after as never))
        .take(10_000)) as Doc<Table>[];
      counted += rows.filter(isCounted).length;
      return rows.at(-1)?._creationTime ?? null;
    });
  return counted;
}

/** The number of events that the dashboard lists. */
const listed = (t: Engine) => count(t, "events", ({ inFeed }) => inFeed === true);

/** More rows than one transaction may write. */
const many = 16_100;

/** Sets up a unit with a task that has very many listed events, blocks and photos. */
async function setupLargeTask({ events = many, blocks = many, photos = 700 } = {}) {
  const workspace = await setupWorkspace();
  const { t, manager, newUnitWithTasks } = workspace;
  const made = await newUnitWithTasks();
  const { projectId, unitId } = made;
  const taskId = first(made.taskIds);
  await addEvents(t, events, {
    ...{ projectId, unitId, taskId, userId: manager.userId, label: "Task 1", inFeed: true },
    changes: [{ field: "status", from: "not_started", to: "completed" }],
  });
  for (let from = 0; from < blocks; from += 11_000)
    await t.run(async ({ db }) => {
      for (let nth = from; nth < Math.min(blocks, from + 11_000); nth += 1)
        await db.insert("blocks", {
          ...{ projectId, unitId, taskId, reason: "parts", from: nth, to: nth + 1 },
        });
    });
  await t.run(async ({ db, storage }) => {
    const storageId = await storage.store(new Blob(["x"]));
    for (let nth = 0; nth < photos; nth += 1)
      await db.insert("photos", {
        ...{ unitId, projectId, taskId, storageId, type: "progress" },
        ...{ filename: `${nth}.png`, photoDate: nth, createdAt: nth, isClean: true },
      });
  });
  vi.useFakeTimers();
  const finish = async () => await t.finishAllScheduledFunctions(vi.runAllTimers);
  const remove = () => manager.mutation(api.tasks.remove, { taskId });
  const restore = async () => {
    const itemId = first(await storedRowsOf(t, "trash"))._id;
    await manager.mutation(api.trash.restore, { itemId });
  };
  /** The numbers of the task's parts that belong to it, and not to the trash. */
  const parts = async () => ({
    listed: await listed(t),
    blocks: await count(t, "blocks", ({ trashId }) => trashId === undefined),
    photos: await count(t, "photos", (photo) => photo.taskId === taskId),
  });
  const all = { listed: events, blocks, photos };
  return { ...workspace, ...made, taskId, finish, remove, restore, parts, all };
}

const none = { listed: 0, blocks: 0, photos: 0 };

testWithLimits(
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

testWithLimits(
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
    ...{ events: 1100, blocks: 1100, photos: 1100 },
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

testWithLimits(
  "a unit comes back from the trash beside more events of deleted records than one transaction may read [TRASH-01]",
  async () => {
    const { t, manager, newUnitWithTasks } = await setupWorkspace();
    const { projectId, unitId, taskIds } = await newUnitWithTasks();
    for (const taskId of taskIds)
      await manager.mutation(api.tasks.update, { taskId, status: "completed" });
    const { userId } = manager;
    await addEvents(t, 33_000, { projectId, unitId, userId, inFeed: false });
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

testWithLimits(
  "a time entry that was changed more often than one transaction may read comes back from the trash [TRASH-01]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId } = await newProject(["101"]);
    const { userId } = manager;
    const times = { startTime: "2026-03-02T07:00:00Z", endTime: "2026-03-02T16:00:00Z" };
    const entry = { projectId, userId, date: "2026-03-02", ...times };
    const { id: timeEntryId } = await manager.mutation(api.timeEntries.create, entry);
    await addEvents(t, 33_000, { projectId, timeEntryId, userId, inFeed: false });
    await manager.mutation(api.timeEntries.remove, { timeEntryId });
    expect(await listed(t)).toBe(0);
    const itemId = first(await storedRowsOf(t, "trash"))._id;
    vi.useFakeTimers();

    await manager.mutation(api.trash.restore, { itemId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    expect(await listed(t)).toBe(1);
  },
);
