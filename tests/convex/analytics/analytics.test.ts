import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { setupAnalytics } from "../../support/analytics.ts";
import { refusal } from "../../support/workspace.ts";

// A Wednesday at three in the afternoon. The last 30 times 24 hours begin on Monday 16 February at the same time.
const now = "2026-03-18T15:00:00.000Z";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
});

afterEach(() => {
  vi.useRealTimers();
});

test("a project without data has every figure, all of them 0 [DATA-39, API-13]", async () => {
  const { read, report } = await setupAnalytics();

  const nothing = {
    completionRate: 0,
    completedTasks: 0,
    totalTasks: 0,
    avgTurnTime: 0,
    costPerUnit: 0,
    totalHours: 0,
    qualityScore: 0,
    onSchedulePercentage: 0,
    behindSchedulePercentage: 0,
    aheadSchedulePercentage: 0,
    crewUtilization: 0,
    equipmentUsage: 0,
    productivity: 0,
    safetyScore: 0,
    taskTrends: [],
    teamMembers: [],
  };
  for (const period of [undefined, 30, 90, 365]) expect(await read(period)).toEqual(nothing);
  expect((await report(30)).unmeasured).toEqual([
    ...["completionRate", "avgTurnTime", "costPerUnit", "qualityScore", "schedule"],
    ...["crewUtilization", "equipmentUsage", "productivity", "safetyScore"],
  ]);
});

test("the period is 30, 90 or 365 days, and anything else is refused [OP-38]", async () => {
  const { manager, projectId } = await setupAnalytics();

  for (const period of [0, 7, 29.5, -30, Number.NaN, Infinity]) {
    const call = manager.query(api.analytics.project, { projectId, period });
    await expect(call).rejects.toMatchObject(
      refusal("invalid", "Period must be one of 30, 90, 365"),
    );
  }
});

test("an unknown and a malformed project are not found [OP-49]", async () => {
  const { manager, projectId } = await setupAnalytics();
  await manager.mutation(api.projects.remove, { projectId });

  for (const id of [projectId, "nonsense", ""]) {
    const call = manager.query(api.analytics.project, { projectId: id });
    await expect(call).rejects.toMatchObject(refusal("not_found", "Project not found"));
  }
});

test("completion describes the whole project, whatever the period [ANALYTICS-05]", async () => {
  const { unitId, tasksOf, updateTask, read } = await setupAnalytics({ templates: 3 });
  const [one = ""] = await tasksOf(unitId);
  await updateTask(one, { done: -200 });

  for (const period of [undefined, 30]) {
    expect(await read(period)).toMatchObject({
      completionRate: 33,
      completedTasks: 1,
      totalTasks: 3,
    });
  }
});

test("the told numbers give the figures by their formulas [ANALYTICS-22]", async () => {
  const { unitId, unitIds, tasksOf, updateTask, completeUnit, logHours, addMember, report } =
    await setupAnalytics({ templates: 4, units: ["1", "2", "3"] });
  const [one = "", two = "", three = ""] = await tasksOf(unitId);
  await updateTask(one, { due: -5, done: -6 });
  await updateTask(two, { due: -5, done: -4 });
  await updateTask(three, { due: 0 });
  await completeUnit(unitIds[0] ?? "", { start: -10, done: -5 });
  await completeUnit(unitIds[1] ?? "", { start: -10.5, done: -8 });
  await addMember("Ada");
  await logHours("2026-03-16", 12);
  await logHours("2026-03-17", 6.5);

  const { figures, basis, labourRate } = await report(30);
  expect(basis).toEqual({
    turns: { units: 2, days: 7.5 },
    units: 3,
    tasksDue: { all: 2, inTime: 1 },
    unitsDone: { all: 2, withPhoto: 0 },
    schedule: { ahead: 1, on: 1, behind: 1 },
    crew: { people: 1, hoursPerShift: 8, hours: 176 },
    days: { working: 22, worked: 2 },
    estimatedHours: 3,
    shifts: { finished: 2, long: 1, longestSafe: 10 },
  });
  expect(figures).toMatchObject({
    avgTurnTime: Math.round((10 * basis.turns.days) / basis.turns.units) / 10,
    costPerUnit: Math.round((100 * figures.totalHours * labourRate) / basis.units) / 100,
    qualityScore: Math.round((10 * 5 * (1 / 2 + 0 / 2)) / 2) / 10,
    crewUtilization: Math.round((100 * figures.totalHours) / basis.crew.hours),
    equipmentUsage: Math.round((100 * basis.days.worked) / basis.days.working),
    productivity: Math.round((100 * basis.estimatedHours) / figures.totalHours),
    safetyScore: Math.round((10 * 5 * (2 - basis.shifts.long)) / 2) / 10,
  });
});
