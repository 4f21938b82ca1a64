import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import crons from "../../../convex/crons.ts";
import { expectConsistent } from "../../support/consistency.ts";
import { recounted, settleCounts, storedCounts } from "../../support/recount.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { emptyTrash, first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a project that was not counted of its own is changed and deleted like any other [OP-21]", async () => {
  const { t, manager, newUnitWithTasks } = await setupWorkspace();
  const { projectId, taskIds } = await newUnitWithTasks();
  const [one = "", two = ""] = taskIds;
  for (const taskId of [one, two]) {
    await manager.mutation(api.tasks.update, { taskId, dueDate: "2026-03-02" });
  }
  await settleCounts(t);
  await t.run(async ({ db }) => {
    for (const row of await db.query("tallies").collect())
      if (row.projectId !== undefined) await db.delete("tallies", row._id);
  });

  await manager.mutation(api.tasks.update, { taskId: one, dueDate: "2026-03-09" });
  await manager.mutation(api.projects.remove, { projectId });
  await emptyTrash(t, manager);
  await settleCounts(t);

  expect(await rowsOf(t, "tallies")).toEqual([]);
  await expectConsistent(t);
});

test("a removal that an earlier version began is shown as failed and can be tried again [OP-21]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["101"]);
  vi.useFakeTimers();
  await t.run(async ({ db }) => {
    await db.delete("projects", projectId);
    const run = { projectId, name: "Maple Court", unitCount: 1, removedUnits: 0 };
    await db.insert("projectRemovals", run);
  });

  const { id: removalId, status } = first(await manager.query(api.projects.removals, {}));
  await manager.mutation(api.projects.retryRemoval, { removalId });
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(status).toBe("failed");
  expect(await rowsOf(t, "units")).toEqual([]);
  expect(await manager.query(api.projects.removals, {})).toEqual([]);
});

test("people stored with an address that would be refused now are listed, changed and removed [OP-05]", async () => {
  const { t, admin } = await setupWorkspace();
  const email = "Éva, Ann@x@homes.test";
  const userId = await t.run(async ({ db }) => {
    const person = { email, firstName: "Éva", lastName: "Able", createdAt: 1 };
    const id = await db.insert("users", { ...person, updatedAt: 1, role: "project_supervisor" });
    const membership = { role: "crew_member", isActive: true, createdBy: id } as const;
    await db.insert("teamMembers", { ...person, ...membership });
    return id;
  });
  const [member] = await admin.query(api.teamMembers.list, {});

  const listed = await admin.query(api.users.list, {});
  await admin.mutation(api.users.changeRole, { userId, role: "project_manager" });
  await admin.mutation(api.users.remove, { userId });
  const changed = await admin.mutation(api.teamMembers.update, {
    teamMemberId: member?.id ?? "",
    firstName: "Eva",
  });

  expect(listed.map((user) => user.email)).toContain(email);
  expect([changed.firstName, changed.email]).toEqual(["Eva", email]);
});

test("units of an earlier version are answered right at once, and are carried over in steps [GEN-06] [TURN-06]", async () => {
  const { t, manager, templateIds, newProject } = await setupWorkspace({ templates: 3 });
  const { projectId } = await newProject(Array.from({ length: 120 }, (_, n) => `${n}`));
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const [one = first([]), two = first([])] = await rowsOf(t, "tasks");
  await manager.mutation(api.tasks.update, { taskId: one._id, dueDate: "2020-01-01" });
  const now = await manager.query(api.units.list, { projectId });
  await t.run(async ({ db }) => {
    for (const unit of await db.query("units").collect())
      await db.patch("units", unit._id, { openWork: undefined });
    // The rows for analytics were made by the earlier version.
    await db.insert("figureBuilds", { afterUnit: 0, afterEntry: 0, done: true });
  });

  expect(await manager.query(api.units.list, { projectId })).toEqual(now);
  await manager.mutation(api.tasks.update, { taskId: two._id, status: "completed" });
  await t.mutation(internal.jobs.analytics.backfill, {});
  expect((await rowsOf(t, "units")).filter(({ openWork }) => openWork).length).toBe(100);
  await manager.mutation(api.tasks.update, { taskId: one._id, status: "completed" });
  await t.mutation(internal.jobs.analytics.backfill, {});

  expect((await rowsOf(t, "units")).filter(({ openWork }) => !openWork)).toEqual([]);
  expect(await storedCounts(t)).toEqual(await recounted(t));
});

test("units whose open work does not tell its people yet are answered right at once, and are carried over [GEN-06] [WHO-01]", async () => {
  const { t, manager, supervisor, newUnitWithTasks } = await setupWorkspace({ templates: 2 });
  const { projectId, unitId, taskIds } = await newUnitWithTasks();
  await manager.mutation(api.tasks.update, {
    taskId: first(taskIds),
    assignedToId: supervisor.userId,
  });
  const now = await manager.query(api.units.list, { projectId });
  await t.mutation(internal.jobs.analytics.backfill, {});
  await t.run(async ({ db }) => {
    const unit = await db.get("units", unitId);
    const { people: _, ...openWork } = unit?.openWork ?? { hours: 0, due: [], blocks: [] };
    await db.patch("units", unitId, { openWork });
    for (const { _id } of await db.query("figureBuilds").collect())
      await db.patch("figureBuilds", _id, { hasPeople: undefined, afterPeople: undefined });
  });

  expect(now[0]?.givenTo).toHaveLength(1);
  expect(await manager.query(api.units.list, { projectId })).toEqual(now);
  vi.useFakeTimers();
  await t.mutation(internal.jobs.analytics.backfill, {});
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(first(await rowsOf(t, "units")).openWork?.people).toHaveLength(1);
});

test("units whose alarm an earlier version counted one day late are carried over [GEN-06] [GEN-04]", async () => {
  vi.stubEnv("COMPANY_TIME_ZONE", "Pacific/Auckland");
  const { t, manager, newUnitWithTasks } = await setupWorkspace({ templates: 1 });
  const { unitId, taskIds } = await newUnitWithTasks();
  await manager.mutation(api.units.update, { unitId, readyByDate: "2099-07-25" });
  const taskId = first(taskIds);
  await manager.mutation(api.tasks.update, { taskId, dueDate: "2099-07-16" });
  const { alarm } = first(await rowsOf(t, "units"));
  const { from = 0, ...others } = alarm ?? { zone: "", isOn: false };
  vi.useFakeTimers();
  const carryOver = async () => {
    await t.mutation(internal.jobs.analytics.backfill, {});
    await t.finishAllScheduledFunctions(vi.runAllTimers);
  };
  await carryOver();
  await t.run(async ({ db }) => {
    await db.patch("units", unitId, { alarm: { ...others, from: from + 1 } });
    for (const { _id } of await db.query("figureBuilds").collect())
      await db.patch("figureBuilds", _id, { hasAlarms: undefined, afterAlarm: undefined });
  });

  await carryOver();

  expect(first(await rowsOf(t, "units")).alarm).toEqual(alarm);
  expect(new Date(from * 86_400_000).toISOString()).toContain("2099-07-17");
});

test("an update that is started carries the data of an earlier version over within a quarter of an hour [GEN-06]", () => {
  // A restart keeps the next time of an unchanged interval, so an interval is the longest wait after an update.
  const { schedule } = crons.crons["complete the figures"]!;

  expect(schedule).toEqual({ type: "interval", minutes: 15 });
});

test("units of an earlier version are told on the dashboard at once, and are carried over in steps [GEN-06] [TURN-10]", async () => {
  const { t, manager, templateIds, newProject } = await setupWorkspace({ templates: 1 });
  const { projectId, unitIds } = await newProject(Array.from({ length: 120 }, (_, n) => `${n}`));
  await manager.mutation(api.tasks.assignToUnit, { unitId: first(unitIds), templateIds });
  const plan = { moveOutDate: "2020-01-01", readyByDate: "2020-02-01", monthlyRent: 900 };
  for (const unitId of unitIds.slice(0, 3))
    await manager.mutation(api.units.update, { unitId, ...plan });
  const told = async () => ({
    risk: await manager.query(api.analytics.risk, {}),
    stats: await manager.query(api.projects.stats, { projectId }),
  });
  const now = await told();
  await t.run(async ({ db }) => {
    for (const { _id, openWork } of await db.query("units").collect()) {
      const { people: _, ...work } = openWork ?? { hours: 0, due: [], blocks: [] };
      await db.patch("units", _id, { alarm: undefined, openWork: work });
    }
    for (const { _id } of await db.query("vacancyLosses").collect())
      await db.delete("vacancyLosses", _id);
  });
  const alarmed = async () => (await rowsOf(t, "units")).filter(({ alarm }) => alarm).length;

  expect(await told()).toEqual(now);
  await manager.mutation(api.units.update, { unitId: first(unitIds), monthlyRent: 1800 });
  const changed = await told();
  vi.useFakeTimers();
  await t.mutation(internal.jobs.turns.keepUp, {});
  expect(await alarmed()).toBe(100);
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(now.risk.unitsAtRisk).toHaveLength(3);
  expect(changed.risk.vacancyLossThisMonth).toBeGreaterThan(now.risk.vacancyLossThisMonth ?? 0);
  expect(await alarmed()).toBe(120);
  expect(await rowsOf(t, "vacancyLosses")).toHaveLength(1);
  expect(await told()).toEqual(changed);
  await expectConsistent(t);
});

testWithLimits(
  "units and time entries of an earlier version with long texts are carried over, in steps [GEN-06] [LIMIT-09]",
  async () => {
    const { t, manager, templateIds, newProject } = await setupWorkspace({ templates: 6 });
    const { projectId, unitIds } = await newProject(["101", "102", "103", "104"]);
    await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
    const long = "x".repeat(900_000);
    const at = Date.parse("2026-03-02T07:00:00Z");
    for (const [nth, unitId] of unitIds.entries())
      await t.run(async ({ db }) => {
        const done = { status: "completed" as const, completionDate: at };
        const alone = { openWork: undefined, alarm: undefined };
        await db.patch("units", unitId, { ...done, ...alone, moveOutDate: at - 1 });
        const tasks = (await db.query("tasks").collect()).filter((task) => task.unitId === unitId);
        for (const { _id } of tasks) await db.patch("tasks", _id, { ...done, description: long });
        const entry = { projectId, userId: manager.userId, startTime: at, description: long };
        const date = at + nth * 24 * 60 * 60_000;
        for (let count = 0; count < 6; count += 1)
          await db.insert("timeEntries", { ...entry, date, createdAt: at, updatedAt: at });
      });
    vi.useFakeTimers();

    await t.mutation(internal.jobs.turns.keepUp, {});
    await t.mutation(internal.jobs.analytics.backfill, {});
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    const units = await rowsOf(t, "units");
    expect(units.filter(({ openWork, alarm }) => !openWork || !alarm)).toEqual([]);
    expect(await rowsOf(t, "unitFigures")).toHaveLength(4);
    expect(await rowsOf(t, "turnSplits")).toHaveLength(4);
    expect((await rowsOf(t, "workDays")).map(({ entries }) => entries)).toEqual([6, 6, 6, 6]);
    expect(first(await rowsOf(t, "figureBuilds"))).toMatchObject({ done: true, hasPeople: true });
  },
);

test("another time zone of the company is told by at once, and carried over [OP-26] [TURN-07]", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-10T03:00:00Z"), toFake: ["Date"] });
  const { t, manager, templateIds, newProject } = await setupWorkspace({ templates: 1 });
  const { projectId, unitIds } = await newProject(["101"]);
  const unitId = first(unitIds);
  await manager.mutation(api.units.update, { unitId, readyByDate: "2026-03-09" });
  await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
  const inUtc = await manager.query(api.projects.stats, { projectId });

  vi.stubEnv("COMPANY_TIME_ZONE", "America/New_York");
  const inNewYork = await manager.query(api.projects.stats, { projectId });
  await t.mutation(internal.jobs.turns.keepUp, {});

  // In New York it is still the ninth.
  expect([inUtc.unitsLate, inNewYork.unitsLate]).toEqual([1, 0]);
  expect(await manager.query(api.projects.stats, { projectId })).toEqual(inNewYork);
  expect(first(await rowsOf(t, "units")).alarm?.zone).toBe("America/New_York");
});
