import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { setupAnalytics } from "../../support/analytics.ts";

// A Wednesday at three in the afternoon. The last 30 times 24 hours began on Monday 16 February at the same time, so
// their working days are 17 February to 18 March: 22 of them.
const now = "2026-03-18T15:00:00.000Z";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
});

afterEach(() => {
  vi.useRealTimers();
});

test("turn time is the mean of units completed in the period, with 1 decimal and never negative [ANALYTICS-06, OP-39]", async () => {
  const { unitIds, completeUnit, read } = await setupAnalytics({ units: ["1", "2", "3", "4"] });
  const [one = "", two = "", three = "", four = ""] = unitIds;
  await completeUnit(one, { start: -10, done: -5 });
  await completeUnit(two, { start: -10.5, done: -8 });
  await completeUnit(three, { start: -100, done: -40 });
  await completeUnit(four, { done: -2 });

  // The mean is (5 + 2.5) / 2; with the third unit it is (5 + 2.5 + 60) / 3. The fourth has no start.
  expect((await read(30)).avgTurnTime).toBe(3.8);
  expect((await read(90)).avgTurnTime).toBe(22.5);
  await completeUnit(one, { start: 3, done: -5 });
  await completeUnit(two, { start: 3, done: -8 });
  expect((await read(30)).avgTurnTime).toBe(0);
});

test("the cost of a unit is hours times labour rate by the units of the project [ANALYTICS-07, OP-39]", async () => {
  const { logHours, read, report } = await setupAnalytics({ units: ["1", "2", "3"] });
  await logHours("2026-03-17", 8);
  await logHours("2026-03-16", 2.5);
  await logHours("2026-01-05", 7.25);

  expect(await read(30)).toMatchObject({ totalHours: 10.5, costPerUnit: 175 });
  expect(await read()).toMatchObject({ totalHours: 17.75, costPerUnit: 295.83 });
  vi.stubEnv("LABOUR_RATE", "62.5");
  expect((await read(30)).costPerUnit).toBe(218.75);
  expect((await report(30)).labourRate).toBe(62.5);
});

test("quality is the mean of tasks in time and of units with a completion photo [ANALYTICS-08, OP-39]", async () => {
  const workspace = await setupAnalytics({ templates: 4, units: ["1", "2"] });
  const { t, unitId, unitIds, tasksOf, updateTask, completeUnit, read } = workspace;
  const [one = "", two = "", three = "", four = ""] = await tasksOf(unitId);
  await updateTask(one, { due: -5, done: -5 });
  await updateTask(two, { due: -5, done: -6 });
  await updateTask(three, { due: -5, done: -4 });
  await updateTask(four, { done: -4 });
  // Two of three tasks with a due date: 5 x 2/3.
  expect((await read(30)).qualityScore).toBe(3.3);

  for (const id of unitIds) await completeUnit(id, { done: -1 });
  // No unit has a photo: 5 x (2/3 + 0) / 2.
  expect((await read(30)).qualityScore).toBe(1.7);

  await t.run(async (ctx) => {
    const { addPhoto } = await import("../../../convex/model/photos/photoWrites.ts");
    const viewer = await ctx.db.get("users", workspace.manager.userId);
    const unit = await ctx.db.get("units", ctx.db.normalizeId("units", unitId)!);
    const storageId = await ctx.storage.store(new Blob(["picture"]));
    const photo = { storageId, filename: "a.png", photoDate: 1, createdAt: 1 };
    const place = { unitId: unit!._id, projectId: unit!.projectId, type: "completion" as const };
    await addPhoto({ ...ctx, viewer: viewer! }, { ...photo, ...place });
  });
  // One of two units has a photo: 5 x (2/3 + 1/2) / 2.
  expect((await read(30)).qualityScore).toBe(2.9);
});

test("tasks are ahead of, on or behind schedule by their due day, and the shares sum to 100 [ANALYTICS-09, OP-41]", async () => {
  const { unitId, tasksOf, updateTask, read, manager } = await setupAnalytics();
  const [one = "", two = "", three = "", four = "", five = "", six = "", seven = ""] =
    await tasksOf(unitId);
  await updateTask(one, { due: -3, done: -4 });
  // The completion is on the due day, but hours after the time that stands for that day.
  await manager.mutation(api.tasks.update, {
    taskId: two,
    dueDate: "2026-03-10",
    completionDate: "2026-03-10T23:59:59Z",
  });
  await updateTask(three, { due: -4, done: -3 });
  await updateTask(four, { due: -1 });
  await updateTask(five, { due: 0 });
  // Neither counts: one was due and completed before the period, the other is due after it.
  await updateTask(six, { due: -40, done: -35 });
  await updateTask(seven, { due: 2 });

  // Ahead: one. On: two, five. Behind: three, four.
  expect(await read(30)).toMatchObject({
    aheadSchedulePercentage: 20,
    onSchedulePercentage: 40,
    behindSchedulePercentage: 40,
  });
  // With six (behind) and seven (on) it is 1, 3 and 3 of 7.
  expect(await read()).toMatchObject({
    aheadSchedulePercentage: 14,
    onSchedulePercentage: 43,
    behindSchedulePercentage: 43,
  });
});

test.each([
  ["America/New_York", "15:00:00-04:00"],
  ["Pacific/Auckland", "10:00:00+13:00"],
  ["Pacific/Auckland", "15:00:00+13:00"],
  ["Pacific/Kiritimati", "09:00:00+14:00"],
])(
  "a task is completed before, on or after its due day in %s, by picked days and at %s [ANALYTICS-09] [GEN-04]",
  async (timeZone, time) => {
    vi.stubEnv("COMPANY_TIME_ZONE", timeZone);
    const { unitId, tasksOf, read, manager } = await setupAnalytics({ templates: 6, units: ["1"] });
    const days = ["2026-03-09", "2026-03-10", "2026-03-11"];
    const completions = days.flatMap((day) => [day, `${day}T${time}`]);
    for (const [at, taskId] of (await tasksOf(unitId)).entries())
      await manager.mutation(api.tasks.update, {
        ...{ taskId, dueDate: "2026-03-10", completionDate: completions[at]! },
      });

    expect(await read(30)).toMatchObject({
      ...{ aheadSchedulePercentage: 33, onSchedulePercentage: 34, behindSchedulePercentage: 33 },
      qualityScore: 3.3,
    });
  },
);

test("a task whose due date is out of the period counts when it is completed in the period [OP-41]", async () => {
  const { unitId, tasksOf, updateTask, read } = await setupAnalytics({ templates: 2 });
  const [one = "", two = ""] = await tasksOf(unitId);
  await updateTask(one, { due: 20, done: -1 });
  await updateTask(two, { due: -45, done: -1 });

  expect(await read(30)).toMatchObject({
    aheadSchedulePercentage: 50,
    onSchedulePercentage: 0,
    behindSchedulePercentage: 50,
  });
});

test("the crew is used by its hours on working days, the equipment by days with work [ANALYTICS-10, OP-39]", async () => {
  const { logHours, addMember, read } = await setupAnalytics();
  await addMember("Ada");
  await addMember("Ben");
  await addMember("Cid", false);
  await logHours("2026-03-16", 40);
  await logHours("2026-03-17", 36);
  await logHours("2026-03-17", 12);
  // A Saturday: its hours count, but it is no working day.
  await logHours("2026-03-14", 8);

  // 96 of 2 x 8 x 22 hours; 2 of 22 days.
  expect(await read(30)).toMatchObject({ crewUtilization: 27, equipmentUsage: 9 });
  // Since Saturday 14 March: 96 of 2 x 8 x 3 hours, limited to 100 percent; 2 of 3 days.
  expect(await read()).toMatchObject({ crewUtilization: 100, equipmentUsage: 67 });
});

test("productivity is estimated by logged hours, safety the share of shifts up to 10 hours [ANALYTICS-17, OP-39]", async () => {
  const { unitId, tasksOf, updateTask, logHours, read, manager, projectId, at } =
    await setupAnalytics({ templates: 4 });
  const [one = "", two = ""] = await tasksOf(unitId);
  await updateTask(one, { done: -2 });
  await updateTask(two, { done: -40 });
  await logHours("2026-03-17", 10);
  await logHours("2026-03-16", 10.01);
  await logHours("2026-03-13", 4);
  await manager.mutation(api.timeEntries.create, {
    projectId,
    date: "2026-03-18",
    startTime: at(-0.1),
  });

  // 1.5 of 24.01 hours; 2 of 3 finished shifts, the open one does not count.
  expect(await read(30)).toMatchObject({ productivity: 6, safetyScore: 3.3 });
});

test("a category takes the mean of its days in each unit, compared with the period before [ANALYTICS-11, DATA-40, DATA-46]", async () => {
  const { unitIds, tasksOf, updateTask, read } = await setupAnalytics({ templates: 4 });
  const [first = "", second = ""] = unitIds;
  // Odd tasks are Plumbing, even ones Paint.
  const [plumbing1 = "", paint1 = "", plumbing2 = "", paint2 = ""] = await tasksOf(first);
  const [plumbing3 = "", paint3 = "", plumbing4 = ""] = await tasksOf(second);
  await updateTask(plumbing1, { start: -6, done: -4 });
  await updateTask(plumbing2, { start: -6, done: -3.5 });
  await updateTask(plumbing3, { start: -3, done: -2 });
  // In the period before: 4.5 days in the second unit.
  await updateTask(plumbing4, { start: -44.5, done: -40 });
  await updateTask(paint1, { start: -9, done: -6 });
  await updateTask(paint2, { done: -6 });
  await updateTask(paint3, { start: -36, done: -35 });

  // Plumbing took 2 + 2.5 days in one unit and 1 in the other. Paint took 3 days, and 1 in the period before.
  expect((await read(30)).taskTrends).toEqual([
    { category: "Paint", avgDays: 3, trend: "other", change: 2 },
    { category: "Plumbing", avgDays: 2.8, trend: "improving", change: -1.7 },
  ]);
  // The whole history has no period before it: (4.5 + 5.5) / 2 and (3 + 1) / 2.
  expect((await read()).taskTrends).toEqual([
    { category: "Paint", avgDays: 2, trend: "stable", change: 0 },
    { category: "Plumbing", avgDays: 5, trend: "stable", change: 0 },
  ]);
});

test("tasks without a category are called Other [OP-39]", async () => {
  const { t, unitId, tasksOf, templateIds, updateTask, read } = await setupAnalytics({
    templates: 1,
  });
  await t.run(async ({ db }) => {
    for (const id of templateIds) await db.patch("taskTemplates", id, { category: undefined });
  });
  const [one = ""] = await tasksOf(unitId);
  await updateTask(one, { done: -1 });

  expect((await read(30)).taskTrends).toEqual([
    { category: "Other", avgDays: 0, trend: "stable", change: 0 },
  ]);
});

test("members stand by their hours in the period, then by their assignment [OP-43, DATA-40]", async () => {
  const { addMember, logHours, read } = await setupAnalytics();
  const ada = await addMember("Ada");
  const ben = await addMember("Ben");
  const cid = await addMember("Cid");
  await logHours("2026-03-17", 3, { teamMemberId: cid });
  await logHours("2026-01-17", 8, { teamMemberId: ben });

  const order = async (period?: number) =>
    (await read(period)).teamMembers.map(({ firstName }) => firstName);
  expect(await order(30)).toEqual(["Cid", "Ada", "Ben"]);
  expect(await order()).toEqual(["Ben", "Cid", "Ada"]);
  expect((await read(30)).teamMembers[1]).toEqual({
    ...{ id: ada, firstName: "Ada", lastName: "Crew" },
    ...{ role: "crew_member", trade: "Painting" },
  });
});

test("what is dated today counts at any hour of the day [OP-38]", async () => {
  vi.setSystemTime(Date.parse("2026-03-18T06:00:00.000Z"));
  const { unitId, tasksOf, manager, logHours, read } = await setupAnalytics({ templates: 1 });
  const [one = ""] = await tasksOf(unitId);
  await logHours("2026-03-18", 4);
  await manager.mutation(api.tasks.update, { taskId: one, completionDate: "2026-03-18" });

  expect(await read(30)).toMatchObject({ totalHours: 4, taskTrends: [{ category: "Plumbing" }] });
});

test("days are those of the company's time zone [OP-28, OP-41]", async () => {
  const { unitId, tasksOf, manager, read } = await setupAnalytics({ templates: 1 });
  const [one = ""] = await tasksOf(unitId);
  // In New York it is still the evening of the 10th.
  await manager.mutation(api.tasks.update, {
    taskId: one,
    dueDate: "2026-03-10",
    completionDate: "2026-03-11T02:00:00Z",
  });

  expect((await read(30)).behindSchedulePercentage).toBe(100);
  vi.stubEnv("COMPANY_TIME_ZONE", "America/New_York");
  expect((await read(30)).onSchedulePercentage).toBe(100);
});
