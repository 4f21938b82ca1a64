import { seeded } from "convex-host/seeded";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { blockedReasons } from "../../../convex/rules/labels.ts";
import { expectConsistent } from "../../support/consistency.ts";
import { dayOfDate, type Said, type SlowTask, slowSplit } from "../../support/slow-turn-days.ts";
import { day, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const zone = "America/New_York";
const july = (date: number, hour = 15) => Date.UTC(2025, 6, date, hour);

beforeEach(() => {
  vi.stubEnv("COMPANY_TIME_ZONE", zone);
  vi.useFakeTimers({ toFake: ["Date"], now: july(1) });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Sets up a workspace whose sessions last as long as a turn. */
async function setupLasting() {
  const workspace = await setupWorkspace();
  await workspace.t.run(async ({ db }) => {
    for (const { _id } of await db.query("sessions").collect())
      await db.patch("sessions", _id, { expire: july(1) + 1000 * day });
  });
  return workspace;
}

type Workspace = Awaited<ReturnType<typeof setupLasting>>;

/** Sets up a unit with two tasks whose turn begins on 1 July; `at` sets the clock to an afternoon in July. */
async function setupTurn({ manager, newProject, templateIds }: Workspace, name = "101") {
  const { projectId, unitIds } = await newProject([name], `Project of ${name}`);
  const unitId = first(unitIds);
  const [one = "", two = ""] = templateIds;
  const order = { unitId, templateIds: [one, two] };
  const tasks = await manager.mutation(api.tasks.assignToUnit, order);
  const unit = async (sent: Record<string, string | null>) =>
    await manager.mutation(api.units.update, { unitId, ...sent });
  const task = async (index: number, sent: Record<string, string | null>) =>
    await manager.mutation(api.tasks.update, { taskId: tasks[index]?.id ?? "", ...sent });
  const at = (date: number, hour?: number) => vi.setSystemTime(july(date, hour));
  await unit({ status: "not_started", startDate: "2025-07-01" });
  const split = async () => {
    const { slowest } = await manager.query(api.analytics.projectDays, { projectId });
    return slowest.find((each) => each.unitId === unitId)?.days ?? null;
  };
  return { projectId, unitId, taskIds: tasks.map(({ id }) => id), unit, task, at, split };
}

const noBlocks = { parts: 0, vendor: 0, access: 0, approval: 0, other: 0 };

test("the days of a turn are those before work, blocked, in final check and working [BLOCK-04]", async () => {
  const { unit, task, at, split } = await setupTurn(await setupLasting());
  at(4);
  await task(0, { status: "in_progress" });
  at(6);
  await unit({ blockedReason: "access" });
  at(8);
  await unit({ blockedReason: null });
  await task(1, { blockedReason: "vendor" });
  at(9);
  await task(0, { blockedReason: "parts" });
  at(11);
  await task(0, { blockedReason: null });
  await task(1, { blockedReason: "approval" });
  await task(1, { blockedReason: null });
  at(13);
  await task(0, { status: "completed" });
  await task(1, { status: "completed" });
  expect(await split()).toBeNull();
  at(15);
  await unit({ status: "completed" });

  // 1 to 3 before work, 4 and 5 working, 6 and 7 no access, 8 working, 9 and 10 both tasks blocked, the vendor first,
  // 11 and 12 working, 13 and 14 in final check. The block of an hour on the 11th is no day.
  const parts = { beforeWork: 3, working: 5, finalCheck: 2, total: 14 };
  expect(await split()).toEqual({ ...parts, blocked: { ...noBlocks, access: 2, vendor: 2 } });
});

test("a unit without work is all before work, but where it was blocked [BLOCK-04]", async () => {
  const { unit, at, split } = await setupTurn(await setupLasting());
  at(3);
  await unit({ blockedReason: "approval" });
  at(6);
  await unit({ completionDate: "2025-07-08" });

  const parts = { beforeWork: 4, working: 0, finalCheck: 0, total: 7 };
  expect(await split()).toEqual({ ...parts, blocked: { ...noBlocks, approval: 3 } });
});

test("a unit set back and completed again, and changed dates, are split anew [BLOCK-04]", async () => {
  const { t, ...workspace } = await setupLasting();
  const { unit, task, at, split, taskIds } = await setupTurn({ t, ...workspace });
  at(5);
  await unit({ status: "completed" });
  expect(await split()).toMatchObject({ beforeWork: 4, total: 4 });
  await unit({ status: "in_progress" });
  expect(await split()).toBeNull();
  at(9);
  await unit({ status: "completed" });
  expect(await split()).toMatchObject({ beforeWork: 8, total: 8 });
  await task(0, { startDate: "2025-07-03" });
  expect(await split()).toMatchObject({ beforeWork: 2, working: 6, total: 8 });
  await unit({ moveOutDate: "2025-07-02" });
  expect(await split()).toMatchObject({ beforeWork: 1, working: 6, total: 7 });
  await task(0, { completionDate: "2025-07-04" });
  await workspace.manager.mutation(api.tasks.remove, { taskId: taskIds[1] ?? "" });
  expect(await split()).toMatchObject({ beforeWork: 1, working: 1, finalCheck: 5, total: 7 });
  await unit({ moveOutDate: null, startDate: null });
  expect(await split()).toBeNull();
  await expectConsistent(t);
});

test("days that have not ended when a unit is completed count as they stand [BLOCK-04]", async () => {
  const { unit, task, at, split } = await setupTurn(await setupLasting());
  at(2);
  await task(0, { status: "in_progress", blockedReason: "parts" });
  await task(1, { status: "completed" });
  at(3);
  await unit({ completionDate: "2025-07-06" });

  expect(await split()).toMatchObject({ beforeWork: 1, blocked: { parts: 4 }, total: 5 });
});

/** A repeatable source of whole numbers below a bound. */
function dice(seed: number) {
  const random = seeded(seed);
  return (bound: number) => Math.floor(random() * bound);
}

test("random histories are split as a slow recount splits them, day by day [BLOCK-04]", async () => {
  const workspace = await setupLasting();
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const roll = dice(seed);
    vi.setSystemTime(july(1));
    const { projectId, unitId, unit, task } = await setupTurn(workspace, `Unit ${seed}`);
    const said: Said[][] = [[], [], []];
    const tasks = async () => await workspace.manager.query(api.tasks.list, { unitId });
    const listen = async () => {
      const records = [
        await workspace.manager.query(api.units.get, { unitId }),
        ...(await tasks()),
      ];
      for (const [index, { blockedReason, blockedAt }] of records.entries()) {
        const since = blockedAt === null ? 0 : Date.parse(blockedAt);
        said[index]?.push({ at: Date.now(), reason: blockedReason, since });
      }
    };
    for (let step = 0; step < 40; step++) {
      vi.setSystemTime(Date.now() + roll(2 * day));
      const index = roll(3) - 1;
      const change = (sent: Record<string, string | null>) =>
        index < 0 ? unit(sent) : task(index, sent);
      const status = ["not_started", "in_progress", "completed"][roll(3)] ?? "";
      const reason = blockedReasons[roll(5)] ?? "other";
      const sent = roll(2) === 0 ? { status } : { blockedReason: roll(3) === 0 ? null : reason };
      // A completed task cannot be blocked.
      await change(sent).catch(() => undefined);
      await listen();
    }
    const picked = new Date(Date.now() + (roll(12) - 6) * day).toISOString().slice(0, 10);
    await unit(roll(2) === 0 ? { status: "completed" } : { completionDate: picked });
    await listen();

    const { slowest } = await workspace.manager.query(api.analytics.projectDays, { projectId });
    const { completionDate, turn } = await workspace.manager.query(api.units.get, { unitId });
    const slowTasks = (await tasks()).map((each, index): SlowTask => {
      const completed = each.baseStatus === "completed" ? each.completionDate : null;
      return { started: each.startDate, completed, said: said[index + 1] ?? [] };
    });
    const turnOf = { start: dayOfDate("2025-07-01T12:00:00.000Z", zone), timeZone: zone };
    const end = dayOfDate(completionDate ?? "", zone);
    const slow = slowSplit({ ...turnOf, end, unit: said[0] ?? [], tasks: slowTasks });
    expect(first(slowest).days, `seed ${seed}`).toEqual(slow);
    expect(first(slowest).days.total).toBe(turn.turnDays);
  }
  await expectConsistent(workspace.t);
});

test("another time zone of the company splits all turns anew [BLOCK-04]", async () => {
  const { t, ...workspace } = await setupLasting();
  const { unit, at, split } = await setupTurn({ t, ...workspace });
  await t.mutation(internal.jobs.analytics.backfill, {});
  at(5, 3);
  await unit({ status: "completed" });
  expect(await split()).toMatchObject({ total: 3 });
  vi.stubEnv("COMPANY_TIME_ZONE", "Europe/Berlin");

  vi.useRealTimers();
  vi.useFakeTimers({ now: july(5) });
  await t.mutation(internal.jobs.analytics.backfill, {});
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(await split()).toMatchObject({ total: 4 });
});

test("a unit's blocks go with it, and a task's with the task [BLOCK-04]", async () => {
  const { t, ...workspace } = await setupLasting();
  const { unitId, taskIds, task, unit } = await setupTurn({ t, ...workspace });
  await unit({ blockedReason: "parts" });
  await task(0, { blockedReason: "vendor" });
  await task(1, { blockedReason: "other" });

  await workspace.manager.mutation(api.tasks.remove, { taskId: first(taskIds) });
  expect((await rowsOf(t, "blocks")).map(({ reason }) => reason)).toEqual(["parts", "other"]);
  await workspace.manager.mutation(api.units.remove, { unitId });
  expect(await rowsOf(t, "blocks")).toEqual([]);
});

test("analytics tells where the days went, by project and over all, with the slowest units [BLOCK-05]", async () => {
  const workspace = await setupLasting();
  const { manager, supervisor } = workspace;
  const older = await setupTurn(workspace, "9");
  vi.setSystemTime(july(2, 16));
  const newer = await setupTurn(workspace, "10");
  older.at(3);
  await older.task(0, { status: "in_progress" });
  older.at(4);
  await older.unit({ status: "completed" });
  await newer.unit({ status: "completed" });

  const all = await supervisor.query(api.analytics.days, { period: 30 });

  const before = { beforeWork: 2.5, blocked: noBlocks, finalCheck: 0, working: 0.5, total: 3 };
  expect(all).toMatchObject({ units: 2, average: before });
  expect(all.percent).toMatchObject({ beforeWork: 83, working: 17, total: 100 });
  expect(all.slowest.map(({ unitName, days }) => [unitName, days.total])).toEqual([
    ...[
      ["9", 3],
      ["10", 3],
    ],
  ]);
  expect(all.projects.map(({ projectName, units }) => [projectName, units])).toEqual([
    ...[
      ["Project of 10", 1],
      ["Project of 9", 1],
    ],
  ]);
  const one = await manager.query(api.analytics.projectDays, { projectId: older.projectId });
  expect(one.projects.map(({ projectId }) => projectId)).toEqual([older.projectId]);
  expect(one).toMatchObject({ units: 1, percent: { beforeWork: 67, working: 33 } });
  vi.setSystemTime(july(4) + 40 * day);
  const none = await manager.query(api.analytics.days, { period: 30 });
  expect(none).toMatchObject({ units: 0, percent: { total: 0 }, slowest: [], projects: [] });
  const wrong = manager.query(api.analytics.days, { period: 7 });
  await expect(wrong).rejects.toMatchObject(refusal("invalid"));
  await manager.mutation(api.projects.remove, { projectId: older.projectId });
  expect(await manager.query(api.analytics.days, {})).toMatchObject({ units: 1 });
});
