import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

// A Wednesday; its week is Monday 14 to Sunday 20 July.
const now = "2025-07-16T10:00:00.000Z";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
});

afterEach(() => {
  vi.useRealTimers();
});

async function setupUnit(templates = 3) {
  const workspace = await setupWorkspace({ templates });
  const ids = await workspace.newUnitWithTasks();
  const summary = async () => await workspace.manager.query(api.dashboard.summary, {});
  const updateTask = async (
    fields: Record<string, string | null>,
    taskId: string = first(ids.taskIds),
  ) => await workspace.manager.mutation(api.tasks.update, { taskId, ...fields });
  return { ...workspace, ...ids, summary, updateTask };
}

test("an empty workspace has zeros and no activity [DATA-37]", async () => {
  const { manager } = await setupWorkspace();

  expect(await manager.query(api.dashboard.summary, {})).toEqual({
    activeProjects: 0,
    unitsStartedThisWeek: 0,
    unitsCompletedThisWeek: 0,
    tasksStartedThisWeek: 0,
    tasksCompletedThisWeek: 0,
    tasksInJeopardy: 0,
    jeopardyProjectId: null,
    jeopardyProjectTasks: 0,
    recentActivity: [],
  });
});

test("only active projects are counted [OP-18]", async () => {
  const { manager, newProject, summary } = await setupUnit();
  const { projectId } = await newProject();
  const before = await summary();

  await manager.mutation(api.projects.update, { projectId, status: "on_hold" });

  expect(before.activeProjects).toBe(2);
  expect((await summary()).activeProjects).toBe(1);
});

const week = [
  ["2025-07-13T23:59:59.999Z", 0],
  ["2025-07-14T00:00:00.000Z", 1],
  ["2025-07-20T23:59:59.999Z", 1],
  ["2025-07-21T00:00:00.000Z", 0],
] as const;

test.each(week)("a task started at %s counts %i for this week [OP-28]", async (date, count) => {
  const { summary, updateTask } = await setupUnit();

  await updateTask({ startDate: date });

  expect((await summary()).tasksStartedThisWeek).toBe(count);
});

test.each(week)("a task completed at %s counts %i for this week [OP-28]", async (date, count) => {
  const { summary, updateTask } = await setupUnit();

  await updateTask({ completionDate: date });

  expect((await summary()).tasksCompletedThisWeek).toBe(count);
});

test("a unit counts as started and completed in the week of its dates [OP-28]", async () => {
  const { manager, unitId, summary } = await setupUnit();
  await manager.mutation(api.units.update, { unitId, startDate: "2025-07-14" });
  const started = await summary();
  await manager.mutation(api.units.update, { unitId, completionDate: now });
  const completed = await summary();
  await manager.mutation(api.units.update, { unitId, completionDate: null });
  const reopened = await summary();
  await manager.mutation(api.units.remove, { unitId });

  expect(started).toMatchObject({ unitsStartedThisWeek: 1, unitsCompletedThisWeek: 0 });
  expect(completed).toMatchObject({ unitsStartedThisWeek: 1, unitsCompletedThisWeek: 1 });
  expect(reopened).toMatchObject({ unitsStartedThisWeek: 1, unitsCompletedThisWeek: 0 });
  expect(await summary()).toMatchObject({ unitsStartedThisWeek: 0, unitsCompletedThisWeek: 0 });
});

test("weeks begin on Monday of the company's time zone [OP-28]", async () => {
  const { summary, updateTask } = await setupUnit();
  await updateTask({ startDate: "2025-07-13T23:30:00.000Z" });
  const inUtc = await summary();
  vi.stubEnv("COMPANY_TIME_ZONE", "Europe/Berlin");

  expect(inUtc.tasksStartedThisWeek).toBe(0);
  expect((await summary()).tasksStartedThisWeek).toBe(1);
});

test.each([
  ["Pacific/Tongatapu", "2025-07-13", 0],
  ["Pacific/Tongatapu", "2025-07-14", 1],
  ["Pacific/Tongatapu", "2025-07-20", 1],
  ["Pacific/Tongatapu", "2025-07-21", 0],
  ["Pacific/Kiritimati", "2025-07-13", 0],
  ["Pacific/Kiritimati", "2025-07-20", 1],
  ["Etc/GMT+12", "2025-07-14", 1],
  ["Etc/GMT+12", "2025-07-21", 0],
])(
  "in %s the picked day %s counts %i for this week [OP-28] [GEN-04]",
  async (timeZone, completionDate, count) => {
    const { manager, unitId, summary, updateTask } = await setupUnit();
    vi.stubEnv("COMPANY_TIME_ZONE", timeZone);

    await updateTask({ completionDate });
    await manager.mutation(api.units.update, { unitId, completionDate });

    expect(await summary()).toMatchObject({
      ...{ tasksCompletedThisWeek: count, unitsCompletedThisWeek: count },
    });
  },
);

test.each([
  ["2025-06-01", 1],
  ["2025-07-16", 1],
  ["2025-07-18T23:59:59.999Z", 1],
  ["2025-07-19T00:00:00.000Z", 0],
])("an open task due %s counts %i in jeopardy [OP-27]", async (dueDate, count) => {
  const { summary, updateTask } = await setupUnit();

  await updateTask({ dueDate });

  expect((await summary()).tasksInJeopardy).toBe(count);
});

test("completed tasks and tasks without a due date are not in jeopardy [OP-27]", async () => {
  const { summary, updateTask } = await setupUnit();
  await updateTask({ dueDate: "2025-07-01" });
  const open = await summary();

  await updateTask({ status: "completed" });

  expect(open.tasksInJeopardy).toBe(1);
  expect((await summary()).tasksInJeopardy).toBe(0);
});

test("the newest project with tasks in jeopardy is told with the part of them that it has [OP-27]", async () => {
  const { newUnitWithTasks, summary, updateTask, taskIds } = await setupUnit();
  for (const taskId of taskIds.slice(0, 2)) await updateTask({ dueDate: "2025-07-01" }, taskId);
  vi.setSystemTime(Date.parse(now) + 60_000);
  const newest = await newUnitWithTasks();
  await updateTask({ dueDate: "2025-07-16" }, newest.taskIds[0]);

  expect(await summary()).toMatchObject({
    ...{ tasksInJeopardy: 3, jeopardyProjectTasks: 1, jeopardyProjectId: newest.projectId },
  });
});

test("a task whose status changes is listed; other changes of it are not [DATA-38, OP-29]", async () => {
  const { summary, updateTask } = await setupUnit();
  await updateTask({ dueDate: "2025-07-20" });
  await updateTask({ status: "in_progress" });
  vi.setSystemTime(Date.parse(now) + 60_000);
  await updateTask({ completionDate: now });

  const { recentActivity } = await summary();

  expect(recentActivity).toMatchObject([
    {
      type: "task_update",
      description: 'Task "Task 1" marked as completed',
      projectName: "Maple Court",
      unitNumber: "101",
      createdAt: "2025-07-16T10:01:00.000Z",
    },
    { description: 'Task "Task 1" marked as in progress', createdAt: now },
  ]);
});

test("photos and hours are listed with their own words [OP-29]", async () => {
  const { t, manager, projectId, unitId, summary } = await setupUnit();
  await t.run(async (ctx) => {
    const { addPhoto } = await import("../../../convex/model/photos/photoWrites.ts");
    const { addTimeEntry } = await import("../../../convex/model/time/timeEntryWrites.ts");
    const viewer = await ctx.db.get("users", manager.userId);
    if (viewer === null) throw new Error("No such user");
    const storageId = await ctx.storage.store(new Blob(["picture"]));
    const at = Date.now();
    const photo = { unitId, projectId, storageId, filename: "a.png", photoDate: at };
    await addPhoto({ ...ctx, viewer }, { ...photo, type: "progress", createdAt: at });
    const shift = { startTime: at - 9 * 3_600_000, endTime: at, date: at };
    const teamMemberId = await ctx.db.insert("teamMembers", {
      ...{ createdBy: viewer._id, firstName: "Rosa", lastName: "Delgado", role: "crew_member" },
      ...{ isActive: true, createdAt: at },
    });
    const entry = { projectId, userId: viewer._id, teamMemberId, ...shift };
    await addTimeEntry({ ...ctx, viewer }, entry, { at: at + 1 });
  });

  const { recentActivity } = await summary();

  expect(recentActivity).toMatchObject([
    { type: "time_entry", description: "Rosa Delgado logged 8.0 hours", unitNumber: null },
    { type: "photo", description: "Progress photo uploaded", unitNumber: "101" },
  ]);
});

test("the latest ten are listed, newest first [OP-29]", async () => {
  const { summary, updateTask } = await setupUnit();
  for (let minute = 1; minute <= 12; minute++) {
    vi.setSystemTime(Date.parse(now) + minute * 60_000);
    await updateTask({ status: minute % 2 === 0 ? "completed" : "in_progress" });
  }

  const { recentActivity } = await summary();

  expect(recentActivity.map((item) => new Date(item.createdAt).getUTCMinutes())).toEqual([
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ]);
});

test("items of removed tasks and units disappear, older ones take their place [OP-29]", async () => {
  const { manager, newUnitWithTasks, taskIds, summary, updateTask } = await setupUnit();
  const other = await newUnitWithTasks();
  const [one = "", two = ""] = taskIds;
  await updateTask({ status: "completed" }, one);
  await updateTask({ status: "in_progress" }, two);
  for (const taskId of other.taskIds) {
    for (const status of ["in_progress", "completed", "not_started", "in_progress"]) {
      await updateTask({ status }, taskId);
    }
  }
  const full = await summary();

  await manager.mutation(api.units.remove, { unitId: other.unitId });
  await manager.mutation(api.tasks.remove, { taskId: two });

  expect(full.recentActivity).toHaveLength(10);
  expect((await summary()).recentActivity.map((item) => item.description)).toEqual([
    'Task "Task 1" marked as completed',
  ]);
});

test("the day marker moves at midnight only, and what is due follows it [OP-26]", async () => {
  const { t, manager, unitId, updateTask } = await setupUnit(1);
  await updateTask({ dueDate: "2025-07-16" });
  const status = async () => first(await manager.query(api.tasks.list, { unitId })).status;
  await t.mutation(internal.jobs.today.advance, {});
  const [marker] = await rowsOf(t, "dayMarkers");

  vi.setSystemTime(Date.parse("2025-07-16T23:59:59.000Z"));
  await t.mutation(internal.jobs.today.advance, {});
  expect(await rowsOf(t, "dayMarkers")).toEqual([marker]);
  vi.setSystemTime(Date.parse("2025-07-17T00:00:00.000Z"));
  expect(await status()).toBe("not_started");
  await t.mutation(internal.jobs.today.advance, {});

  expect(await status()).toBe("overdue");
  expect(await rowsOf(t, "dayMarkers")).toMatchObject([
    { startOfDay: Date.parse("2025-07-17T00:00:00Z"), timeZone: "UTC" },
  ]);
});
