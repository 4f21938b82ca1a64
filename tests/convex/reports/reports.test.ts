import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { setupReports, today } from "../../support/reports.ts";
import { day, first, refusal } from "../../support/workspace.ts";

const noon = today + day / 2;
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Sets up two projects; Oak Court is the newer one. Unit 101 of Maple Court has tasks of every kind, 102 has one, and
 * the units of Oak Court have none.
 */
async function setupFixture() {
  const setup = await setupReports();
  const maple = await setup.newProject(["101", "102"], "Maple Court");
  const oak = await setup.newProject(["101", "202"], "Oak Court");
  await setup.t.run(async (ctx) => {
    await ctx.db.patch("projects", maple.projectId, { createdAt: today - 2 * day });
    await ctx.db.patch("projects", oak.projectId, { createdAt: today - day });
  });
  const [maple101, maple102] = maple.unitIds;
  const [oak101, oak202] = oak.unitIds;
  if (!maple101 || !maple102 || !oak101 || !oak202) throw new Error("Units are missing");
  await setup.insertTasks(maple101, [
    { name: "Paint", status: "completed", dueDate: noon - day, estimatedHours: 8 },
    { name: "Floor", status: "in_progress", startDate: noon - day, estimatedHours: 2.25 },
    { name: "Doors", status: "in_progress", dueDate: today - 1, startDate: noon - 3 * day },
    { name: "Locks", dueDate: today, estimatedHours: 0.1 },
    { name: "Keys", dueDate: noon - 9 * day, estimatedHours: 0.2 },
  ]);
  await setup.insertTasks(maple102, [{ name: "Floor", status: "completed", sortOrder: 0 }]);
  await setup.insertHours(maple101, [8, 0.1, 0.2, null, 7.45]);
  return { ...setup, maple, oak, maple101, maple102, oak101, oak202 };
}

test("a row has its unit's figures, and its four counts are the total [REPORT-10, REPORT-11, DATA-41, OP-47, OP-26]", async () => {
  const { maple, maple101, maple102, status } = await setupFixture();

  expect(await status({ projectId: maple.projectId })).toEqual([
    {
      ...{ unitId: maple101, unitNumber: "101", projectName: "Maple Court" },
      ...{ totalTasks: 5, completedTasks: 1, inProgressTasks: 1, notStartedTasks: 1 },
      // One task was due a millisecond before today, one nine days ago. A task that is due at the beginning of today is
      // not late.
      overdueTasks: 2,
      completionPercentage: 20,
      // The sums are 8 + 2.25 + 0.1 + 0.2, and 8 + 0.1 + 0.2 + 7.45: the open entry has no hours yet.
      ...{ estimatedHours: 10.55, actualHours: 15.75 },
    },
    {
      ...{ unitId: maple102, unitNumber: "102", projectName: "Maple Court" },
      ...{ totalTasks: 1, completedTasks: 1, inProgressTasks: 0, notStartedTasks: 0 },
      ...{ overdueTasks: 0, completionPercentage: 100, estimatedHours: 0, actualHours: 0 },
    },
  ]);
});

test("all projects: newest first, then units as entered, without tasks all zeros [REPORT-12, API-48]", async () => {
  const { maple101, maple102, oak101, oak202, status } = await setupFixture();

  const rows = await status();

  expect(rows.map(({ unitId }) => unitId)).toEqual([oak101, oak202, maple101, maple102]);
  expect(rows[0]).toEqual({
    ...{ unitId: oak101, unitNumber: "101", projectName: "Oak Court" },
    ...{ totalTasks: 0, completedTasks: 0, inProgressTasks: 0, notStartedTasks: 0 },
    ...{ overdueTasks: 0, completionPercentage: 0, estimatedHours: 0, actualHours: 0 },
  });
});

test("project and units give their intersection, ids of nothing match nothing [API-48, API-49, OP-45, REPORT-19]", async () => {
  const { maple, oak, maple101, maple102, oak101, status, details } = await setupFixture();
  const idsOf = async (scope: object) => (await status(scope)).map(({ unitId }) => unitId);

  expect(await idsOf({ unitIds: [maple102, "none", oak101, maple102] })).toEqual([
    ...[oak101, maple102],
  ]);
  const unitIds = [maple102, oak101];
  expect(await idsOf({ projectId: maple.projectId, unitIds })).toEqual([maple102]);
  expect(await idsOf({ projectId: maple.projectId, unitIds: [] })).toEqual([maple101, maple102]);
  for (const nothing of [
    { projectId: "none" },
    { projectId: maple101 },
    { unitIds: ["none", maple.projectId] },
    { projectId: oak.projectId, unitIds: [maple101] },
  ]) {
    expect(await status(nothing)).toEqual([]);
    expect(await details(nothing)).toEqual({ units: [], tasks: [] });
  }
  expect((await details({ unitIds })).units).toEqual(["101", "102"]);
});

test("the matrix has the tasks of all units, statuses and start dates by label [REPORT-14, DATA-42, OP-46]", async () => {
  const { details } = await setupFixture();

  expect(await details()).toEqual({
    units: ["101 (Oak Court)", "202", "101 (Maple Court)", "102"],
    tasks: [
      // "Floor" is the first task of 102, so it is sorted by name with "Paint", the first task of 101.
      {
        taskName: "Floor",
        statuses: { "101 (Maple Court)": "in_progress", "102": "completed" },
        startDates: { "101 (Maple Court)": iso(noon - day) },
      },
      { taskName: "Paint", statuses: { "101 (Maple Court)": "completed" } },
      {
        taskName: "Doors",
        statuses: { "101 (Maple Court)": "overdue" },
        startDates: { "101 (Maple Court)": iso(noon - 3 * day) },
      },
      { taskName: "Locks", statuses: { "101 (Maple Court)": "not_started" } },
      { taskName: "Keys", statuses: { "101 (Maple Court)": "overdue" } },
    ],
  });
});

test("the matrix tells what a task waits for until it goes on [BLOCK-03] [DATA-42]", async () => {
  const { supervisor, maple102, insertTasks, details } = await setupFixture();
  await insertTasks(maple102, [{ name: "Oven" }]);
  const oven = async () =>
    (await details({ unitIds: [maple102] })).tasks.find(({ taskName }) => taskName === "Oven");
  const tasks = await supervisor.query(api.tasks.list, { unitId: maple102 });
  const { id: taskId } = first(tasks.filter(({ name }) => name === "Oven"));

  const { blockedAt } = await supervisor.mutation(api.tasks.update, {
    ...{ taskId, blockedReason: "parts", blockedNote: "Heating element" },
  });

  expect(await oven()).toEqual({
    ...{ taskName: "Oven", statuses: { 102: "not_started" } },
    blocks: { 102: { reason: "parts", since: blockedAt } },
  });
  await supervisor.mutation(api.tasks.update, { taskId, status: "completed" });
  expect(await oven()).toEqual({ taskName: "Oven", statuses: { 102: "completed" } });
});

test("a changed task and a new day move the figures of the next report [DETAIL-14, OP-26]", async () => {
  const { t, supervisor, maple102, insertTasks, status } = await setupFixture();
  await insertTasks(maple102, [{ name: "Oven", dueDate: noon }]);
  const counts = async () => {
    const [row] = await status({ unitIds: [maple102] });
    return [row?.completedTasks, row?.notStartedTasks, row?.overdueTasks];
  };

  expect(await counts()).toEqual([1, 1, 0]);
  await t.run(async (ctx) => {
    const marker = await ctx.db.query("dayMarkers").first();
    if (marker !== null) await ctx.db.patch("dayMarkers", marker._id, { startOfDay: today + day });
  });
  expect(await counts()).toEqual([1, 0, 1]);
  const tasks = await supervisor.query(api.tasks.list, { unitId: maple102 });
  for (const { id: taskId } of tasks) {
    await supervisor.mutation(api.tasks.update, { taskId, status: "completed" });
  }
  expect(await counts()).toEqual([2, 0, 0]);
});

test("a deleted project and a deleted unit are in no report [API-48, API-49]", async () => {
  const { t, manager, oak, maple101, maple102, status, details } = await setupFixture();

  await manager.mutation(api.units.remove, { unitId: maple101 });
  // During a large removal, the units are still stored.
  await t.run((ctx) => ctx.db.delete("projects", oak.projectId));

  expect((await status()).map(({ unitId }) => unitId)).toEqual([maple102]);
  expect(await status({ unitIds: oak.unitIds })).toEqual([]);
  expect(await status({ projectId: oak.projectId })).toEqual([]);
  expect((await details()).units).toEqual(["102"]);
});

test("reports are for those who may see analytics [PERM-04, PERM-19]", async () => {
  const { t } = await setupFixture();

  for (const report of [api.reports.unitTaskStatusPage, api.reports.taskDetailsPage] as const) {
    await expect(t.query(report, {})).rejects.toMatchObject(refusal("unauthenticated"));
  }
});
