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
