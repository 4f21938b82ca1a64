import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { riskAnalytics } from "../../../convex/model/analytics/risk.ts";
import { projectAlarms } from "../../../convex/model/projects/projectAlarms.ts";
import { countingReads } from "../../support/counted-reads.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const now = Date.parse("2026-03-10T15:00:00Z");
const dayMs = 86_400_000;
const dateIn = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

type Workspace = Awaited<ReturnType<typeof setupWorkspace>>;

/** Projects whose units all have the same plan. */
async function addProjects(
  { manager }: Workspace,
  { projects, units, plan }: { projects: number; units: number; plan: object },
) {
  const ids: string[] = [];
  for (let number = 0; number < projects; number++) {
    const named = Array.from({ length: units }, (_, unit) => ({ name: `${unit}`, ...plan }));
    const { id } = await manager.mutation(api.projects.create, {
      name: `P${number}`,
      units: named,
    });
    ids.push(id);
  }
  return ids;
}

async function unitsRead({ t }: Workspace): Promise<number> {
  return await t.run(async (ctx) => {
    const watched = countingReads(ctx);
    await riskAnalytics(watched.ctx, true);
    return watched.rows("units");
  });
}

const shown = 8;

test.each([
  ["late", -3],
  ["at risk", 3],
] as const)(
  "of units that are all %s the dashboard reads one a project and those that it shows, however many there are [TURN-10]",
  async (_, days) => {
    const workspace = await setupWorkspace({ templates: 1 });
    const size = { projects: 5, plan: { readyByDate: dateIn(days), monthlyRent: 900 } };
    const projectIds = await addProjects(workspace, { ...size, units: 12 });
    for (const unit of days > 0 ? await rowsOf(workspace.t, "units") : [])
      await workspace.manager.mutation(api.units.update, {
        ...{ unitId: unit._id, blockedReason: "parts" },
      });
    const few = await unitsRead(workspace);
    await addProjects(workspace, { ...size, units: 60 });
    const many = await unitsRead(workspace);

    const { unitsAtRisk } = await workspace.manager.query(api.analytics.risk, {});
    expect(unitsAtRisk.map(({ unitName }) => unitName).slice(0, 6)).toHaveLength(6);
    expect(few).toBeGreaterThan(shown);
    expect(few).toBeLessThanOrEqual(projectIds.length + shown * shown);
    expect(many).toBeLessThanOrEqual(2 * projectIds.length + shown * shown);
  },
);

test("of units that need no look the dashboard reads none, though they lose rent [TURN-10]", async () => {
  const workspace = await setupWorkspace({ templates: 1 });
  const plan = { moveOutDate: dateIn(-3), readyByDate: dateIn(9), monthlyRent: 900 };
  await addProjects(workspace, { projects: 3, units: 20, plan });

  expect(await unitsRead(workspace)).toBe(0);
  expect(await workspace.manager.query(api.analytics.risk, {})).toEqual({
    unitsAtRisk: [],
    vacancyLossThisMonth: 3 * 20 * 3 * 30,
  });
});

test("the figures of a project read its units that need a look, and one more [PROJ-05]", async () => {
  const workspace = await setupWorkspace({ templates: 1 });
  const { t, manager, templateIds } = workspace;
  const [projectId = ""] = await addProjects(workspace, { projects: 1, units: 30, plan: {} });
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const units = await rowsOf(t, "units");
  for (const [at, { _id: taskId }] of (await rowsOf(t, "tasks")).entries())
    await manager.mutation(api.tasks.update, { taskId, dueDate: dateIn(at < 2 ? -1 : at) });
  await manager.mutation(api.units.update, { unitId: units[9]!._id, readyByDate: dateIn(-2) });

  const read = await t.run(async (ctx) => {
    const watched = countingReads(ctx);
    const alarms = await projectAlarms(watched.ctx, units[0]!.projectId);
    return { ...alarms, units: watched.rows("units"), tasks: watched.rows("tasks") };
  });

  expect(read).toEqual({
    ...{ unitsLate: 1, unitsAtRisk: 0, overdueTasks: 2, units: 4, tasks: 0 },
    nextDueDate: `${dateIn(2)}T12:00:00.000Z`,
  });
});

test("units stand by date, then name with its numbers, over all projects [TURN-10]", async () => {
  const workspace = await setupWorkspace({ templates: 1 });
  const { manager } = workspace;
  const on = (days: number, ...names: string[]) =>
    names.map((name) => ({ name, readyByDate: dateIn(days) }));
  await manager.mutation(api.projects.create, {
    ...{ name: "One", units: [...on(-1, "Unit 10", "Unit 9"), ...on(-5, "b", "A", "É")] },
  });
  await manager.mutation(api.projects.create, {
    ...{ name: "Two", units: [...on(-1, "Unit 2", "Unit 100"), ...on(-5, "a2"), ...on(-1, "Z")] },
  });

  const { unitsAtRisk } = await manager.query(api.analytics.risk, {});

  const names = ["A", "a2", "b", "É", "Unit 2", "Unit 9", "Unit 10", "Unit 100"];
  expect(unitsAtRisk.map(({ unitName }) => unitName)).toEqual(names);
});

test("what the job has not come to yet is told all the same, and nothing changes when it has [TURN-10] [OP-26]", async () => {
  const workspace = await setupWorkspace({ templates: 2 });
  const { t, manager, newUnitWithTasks } = workspace;
  const { projectId, unitId, taskIds } = await newUnitWithTasks();
  await manager.mutation(api.units.update, { unitId, readyByDate: dateIn(4) });
  await manager.mutation(api.tasks.update, { taskId: first(taskIds), dueDate: dateIn(1) });
  const told = async () => ({
    risk: await manager.query(api.analytics.risk, {}),
    stats: await manager.query(api.projects.stats, { projectId }),
  });
  const before = await told();

  vi.setSystemTime(now + 2 * dayMs);
  const waiting = await told();
  await t.mutation(internal.jobs.turns.keepUp, {});

  expect(before.risk.unitsAtRisk).toEqual([]);
  expect(waiting.risk.unitsAtRisk).toMatchObject([{ unitId, risk: "at_risk" }]);
  expect(waiting.stats).toMatchObject({ unitsAtRisk: 1, overdueTasks: 1 });
  expect(await told()).toEqual(waiting);
  expect(first(await rowsOf(t, "units")).alarm?.isOn).toBe(true);
});

test("a tick writes no loss, and an alarm only where it has changed", async () => {
  const workspace = await setupWorkspace({ templates: 3 });
  const { t, manager, newUnitWithTasks } = workspace;
  const { unitId, taskIds } = await newUnitWithTasks();
  const plan = { moveOutDate: dateIn(-3), readyByDate: dateIn(9), monthlyRent: 900 };
  await manager.mutation(api.units.update, { unitId, ...plan });
  const kept = async () => ({
    losses: await rowsOf(t, "vacancyLosses"),
    alarm: first(await rowsOf(t, "units")).alarm,
  });
  const before = await kept();

  await manager.mutation(api.tasks.update, { taskId: taskIds[0]!, status: "in_progress" });
  const ticked = await kept();
  await manager.mutation(api.tasks.update, { taskId: taskIds[1]!, dueDate: dateIn(2) });

  expect(ticked).toEqual(before);
  expect((await kept()).alarm).toMatchObject({ isOn: false, from: before.alarm!.from! - 7 });
});

testWithLimits(
  "units that the job of the day has not reached are told of as far as they can be read [TURN-07] [LIMIT-09]",
  async () => {
    const workspace = await setupWorkspace({ templates: 1 });
    const { t, manager } = workspace;
    const plan = { readyByDate: dateIn(-3) };
    const [projectId = "", other = ""] = await addProjects(workspace, {
      ...{ projects: 2, units: 12, plan },
    });
    const notes = "x".repeat(900_000);
    const units = await rowsOf(t, "units");
    const stats = async (id: string) => {
      const { unitsLate } = await manager.query(api.projects.stats, { projectId: id });
      return unitsLate;
    };
    const put = async (fields: { notes?: string; alarm: Doc<"units">["alarm"] }) => {
      for (const { _id } of units)
        await t.run(async ({ db }) => await db.patch("units", _id, fields));
    };
    await put({ notes, alarm: undefined });

    const { unitsAtRisk } = await manager.query(api.analytics.risk, {});
    expect(unitsAtRisk.length).toBeGreaterThan(0);
    for (const id of [projectId, other]) expect(await stats(id)).toBeGreaterThan(0);

    await put({ alarm: { zone: "UTC", isOn: false, from: 1, promise: 1, name: "unit" } });
    expect((await manager.query(api.analytics.risk, {})).unitsAtRisk).not.toEqual([]);
    // These are read over all projects, so the room may end before those of the second one. Its numbers come all the same.
    expect(await stats(projectId)).toBeGreaterThan(0);
    await stats(other);

    await put({ alarm: { zone: "UTC", isOn: true, from: 1, promise: 1, name: "unit", due: 1 } });
    for (const id of [projectId, other]) expect(await stats(id)).toBeGreaterThan(0);
  },
);
