import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { expectConsistent } from "../../support/consistency.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { type Engine, first, rowsOf, setupWorkspace } from "../../support/workspace.ts";
import { picture } from "./acts.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Runs every scheduled step, including the checks that follow them. */
async function allSteps(t: Engine) {
  await t.finishAllScheduledFunctions(vi.runAllTimers);
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}`);

test("a change of many is undone as one, but for what somebody has changed since [UNDO-01] [QUICK-03]", async () => {
  const { t, manager, supervisor, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  const set = { status: "completed", dueDate: "2026-03-02" };
  const { batchId } = await manager.mutation(api.tasks.updateMany, { ids: taskIds, set });
  const changedSince = { taskId: first(taskIds), status: "in_progress" };
  await supervisor.mutation(api.tasks.update, changedSince);

  const undone = await manager.mutation(api.undo.batch, { batchId });
  expect(undone).toMatchObject({ undone: 2, kept: 1, pending: null });
  const tasks = await manager.query(api.tasks.list, { unitId });
  expect(tasks.map(({ baseStatus, dueDate }) => [baseStatus, dueDate !== null])).toEqual([
    ...[["in_progress", true]],
    ...[["not_started", false]],
    ...[["not_started", false]],
  ]);
  await expectConsistent(t);

  const redone = await manager.mutation(api.undo.batch, { batchId: undone.batchId ?? "" });
  expect(redone).toMatchObject({ undone: 2, kept: 0 });
  const again = await manager.query(api.tasks.list, { unitId });
  expect(again.map(({ baseStatus }) => baseStatus)).toEqual([
    ...["in_progress", "completed", "completed"],
  ]);
  await expectConsistent(t);
});

test("the recent acts tell how many records a change of many has changed, and leave out one without an effect [UNDO-01] [QUICK-03]", async () => {
  const { manager, newUnitWithTasks } = await setupWorkspace();
  const { taskIds } = await newUnitWithTasks();
  const set = { dueDate: "2026-03-02" };
  await manager.mutation(api.tasks.update, { taskId: first(taskIds), ...set });
  const change = { ids: taskIds, set };
  const some = await manager.mutation(api.tasks.updateMany, change);
  const none = await manager.mutation(api.tasks.updateMany, change);

  const { page } = await manager.query(api.undo.recent, { limit: 10 });
  const countOf = (batchId: string) => page.find((act) => act.batchId === batchId)?.count;
  expect(countOf(some.batchId)).toBe(2);
  expect(countOf(none.batchId)).toBeUndefined();
});

test("many that were deleted together come back together, those removed for good aside [UNDO-01] [TRASH-01]", async () => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(names(30));
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const before = await picture(t);
  vi.useFakeTimers();
  const { batchId } = await manager.mutation(api.units.removeMany, { ids: unitIds });

  expect(await manager.mutation(api.undo.batch, { batchId })).toMatchObject({ undone: 30 });
  await allSteps(t);
  expect(await picture(t)).toEqual(before);
  await expectConsistent(t);

  const again = await manager.mutation(api.units.removeMany, { ids: unitIds });
  const item = first(await rowsOf(t, "trash"));
  await manager.mutation(api.trash.remove, { itemId: item._id });
  const partly = await manager.mutation(api.undo.batch, { batchId: again.batchId });
  expect(partly).toMatchObject({ undone: 29, kept: 1 });
  expect(await manager.query(api.units.list, { projectId })).toHaveLength(29);
  await expectConsistent(t);
});

testWithLimits(
  "units with many tasks come back, and 250 tasks in units of their own, within the limits of transactions [UNDO-01]",
  async () => {
    const { t, manager, newProject, templateIds } = await setupWorkspace({ templates: 30 });
    const { projectId, unitIds } = await newProject(names(25));
    await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
    vi.useFakeTimers();
    const removed = await manager.mutation(api.units.removeMany, { ids: unitIds });
    await allSteps(t);
    await manager.mutation(api.undo.batch, { batchId: removed.batchId });
    await allSteps(t);
    expect(await manager.query(api.units.list, { projectId })).toHaveLength(25);

    const other = await newProject(names(250), "Elm");
    const tasks = await manager.mutation(api.tasks.assignToAllUnits, {
      ...{ projectId: other.projectId, templateIds: templateIds.slice(0, 1) },
    });
    expect(tasks.created).toBe(250);
    const rows = (await rowsOf(t, "tasks")).filter((task) => task.projectId === other.projectId);
    const ids = rows.map(({ _id }) => _id);
    const set = { status: "completed", dueDate: "2026-03-02", startDate: "2026-03-01" };
    const done = await manager.mutation(api.tasks.updateMany, { ids, set });
    await manager.mutation(api.undo.batch, { batchId: done.batchId });
    await allSteps(t);
    const gone = await manager.mutation(api.tasks.removeMany, { ids });
    const back = await manager.mutation(api.undo.batch, { batchId: gone.batchId });
    await allSteps(t);
    await manager.mutation(api.undo.batch, { batchId: back.batchId ?? "" });
    await allSteps(t);
    const runs = await rowsOf(t, "undoRuns");
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(["done"]));
    expect((await rowsOf(t, "tasks")).some((task) => task.projectId === other.projectId)).toBe(
      false,
    );
  },
);

test("an act of very many is undone in steps, and done again in steps [UNDO-01]", async () => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId } = await newProject(names(50));
  const before = await picture(t);
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const after = await picture(t);
  const { page } = await manager.query(api.undo.recent, { limit: 2 });
  expect(page).toMatchObject([{ count: 150 }, { count: 51, event: { kind: "project.created" } }]);

  const batchId = first(page).batchId ?? "";
  vi.useFakeTimers();
  const begun = await manager.mutation(api.undo.batch, { batchId });
  expect(begun).toMatchObject({ undone: 100, kept: 0, pending: expect.any(String) as string });
  await allSteps(t);
  const runId = begun.pending ?? "";
  const done = { undone: 150, kept: 0, status: "done" };
  expect(await manager.query(api.undo.progress, { runId })).toEqual(done);
  expect(await picture(t)).toEqual(before);
  await expectConsistent(t);

  await manager.mutation(api.undo.batch, { batchId: begun.batchId ?? "" });
  await allSteps(t);
  expect(await picture(t)).toEqual(after);
  await expectConsistent(t);
});

test("an undo whose step has failed says so, and the rest can be undone then [UNDO-01]", async () => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId } = await newProject(names(50));
  const before = await picture(t);
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const { page } = await manager.query(api.undo.recent, { limit: 1 });
  const batchId = first(page).batchId ?? "";
  vi.useFakeTimers();
  const { pending } = await manager.mutation(api.undo.batch, { batchId });
  const runId = pending as Id<"undoRuns">;
  const run = first(await rowsOf(t, "undoRuns"));
  const stepId = await t.run(async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    for (const job of jobs) await ctx.scheduler.cancel(job._id);
    return first(jobs)._id;
  });

  await t.mutation(internal.jobs.undo.expectProgress, { runId, before: run.before, stepId });
  expect(await manager.query(api.undo.progress, { runId })).toMatchObject({ status: "failed" });

  const rest = await manager.mutation(api.undo.batch, { batchId });
  expect(rest).toMatchObject({ undone: 50, kept: 0, pending: null });
  expect(await picture(t)).toEqual(before);
  await expectConsistent(t);
});

test("what I did is found behind a thousand changes of others, an act on many once [UNDO-01]", async () => {
  const { t, manager, supervisor, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(names(400));
  await supervisor.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  for (const unitId of unitIds.slice(0, 30))
    await manager.mutation(api.units.update, { unitId, startDate: "2026-03-02" });

  const read = async (person: typeof manager) => {
    const found: { kind: string; count: number }[] = [];
    let cursor: string | null = null;
    do {
      const { page, continueCursor } = (await person.query(api.undo.recent, {
        ...{ cursor, limit: 7 },
      })) as { page: { event: { kind: string }; count: number }[]; continueCursor: string | null };
      found.push(...page.map(({ event, count }) => ({ kind: event.kind, count })));
      cursor = continueCursor;
    } while (cursor !== null);
    return found;
  };

  expect(await read(supervisor)).toEqual([{ kind: "task.added", count: 1200 }]);
  const own = await read(manager);
  expect(own).toHaveLength(31);
  expect(own.at(-1)).toEqual({ kind: "project.created", count: 401 });
  await t.run(async (ctx) => {
    const of = { userId: manager.userId, projectId, kind: "project.updated" };
    await ctx.db.insert("events", { ...of, at: Date.now() - 3_600_000 });
  });
  expect(await read(manager)).toEqual(own);
  const { continueCursor: through } = await manager.query(api.undo.recent, { limit: 5 });
  await manager.mutation(api.units.update, { unitId: first(unitIds), startDate: "2026-03-09" });
  const live = await manager.query(api.undo.recent, { limit: 5, through });
  expect([live.page.length, live.continueCursor]).toEqual([6, through]);
  for (const cursor of ["x", "-1", "1e5", "9".repeat(40), "Infinity"]) {
    const page = manager.query(api.undo.recent, { cursor });
    await expect(page).rejects.toMatchObject({ data: { code: "invalid" } });
  }
});
