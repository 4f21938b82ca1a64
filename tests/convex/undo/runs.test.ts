import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { expectConsistent } from "../../support/consistency.ts";
import {
  type Engine,
  first,
  insertSessionOf,
  refusal,
  rowsOf,
  setupWorkspace,
  withToken,
} from "../../support/workspace.ts";
import { picture } from "./acts.ts";

afterEach(() => {
  vi.useRealTimers();
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}`);

async function allSteps(t: Engine) {
  await t.finishAllScheduledFunctions(vi.runAllTimers);
}

const underWay = refusal("conflict", "This is still under way: undo it when it has ended");

test("an undo that goes on is not done again before it has ended [UNDO-01]", async () => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId } = await newProject(names(50));
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const after = await picture(t);
  const { page } = await manager.query(api.undo.recent, { limit: 1 });
  const batchId = first(page).batchId ?? "";
  vi.useFakeTimers();
  const begun = await manager.mutation(api.undo.batch, { batchId });
  const redo = () => manager.mutation(api.undo.batch, { batchId: begun.batchId ?? "" });

  await expect(redo()).rejects.toMatchObject(underWay);
  const second = manager.mutation(api.undo.batch, { batchId });
  await expect(second).rejects.toMatchObject(refusal("conflict", "This was undone already"));
  await allSteps(t);
  await redo();
  await allSteps(t);
  expect(await picture(t)).toEqual(after);
  await expectConsistent(t);
});

test("an undo whose user is deleted meanwhile goes no further [UNDO-01]", async () => {
  const { t, admin, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId } = await newProject(names(50));
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const { page } = await manager.query(api.undo.recent, { limit: 1 });
  vi.useFakeTimers();
  const { undone } = await manager.mutation(api.undo.batch, { batchId: first(page).batchId ?? "" });
  await admin.mutation(api.users.remove, { userId: manager.userId });

  await allSteps(t);

  expect(await rowsOf(t, "tasks")).toHaveLength(150 - undone);
  expect(await rowsOf(t, "undoRuns")).toMatchObject([{ status: "failed", undone }]);
  await expectConsistent(t);
});

test("each step of an undo is an act of the device that began it [FIELD-07] [UNDO-01]", async () => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId } = await newProject(names(70));
  vi.useFakeTimers({ now: Date.parse("2026-03-04T10:00:00Z") });
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  await allSteps(t);
  const phone = await withToken(t, await insertSessionOf(t, manager.userId));
  const ids = (await rowsOf(t, "tasks")).map(({ _id }) => _id);
  const change = { ids, set: { dueDate: "2026-03-20" } };
  const { batchId } = await phone.mutation(api.tasks.updateMany, change);
  const madeAt = new Date().toISOString();
  vi.advanceTimersByTime(60_000);
  const { pending } = await phone.mutation(api.undo.batch, { batchId: batchId ?? "" });
  expect(pending).not.toBeNull();
  await allSteps(t);

  const sent = { taskId: first(ids), dueDate: "2026-03-10", madeAt };
  expect(await manager.mutation(api.tasks.update, sent)).toMatchObject({ dueDate: null });
});

test("tasks that are still being assigned are not taken back before that has ended [UNDO-01]", async () => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId } = await newProject(names(2));
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const { page } = await manager.query(api.undo.recent, { limit: 1 });
  const batchId = first(page).batchId as Id<"batches">;
  const assignmentId = await t.run((ctx) =>
    ctx.db.insert("bulkAssignments", {
      ...{ projectId, templateIds, userId: manager.userId, batchId, status: "running" as const },
      ...{ afterUnit: null, created: 6, skipped: 0, unitCount: 2, updatedAt: Date.now() },
    }),
  );

  const undo = () => manager.mutation(api.undo.batch, { batchId });
  await expect(undo()).rejects.toMatchObject(underWay);
  await manager.mutation(api.tasks.cancelAssignment, { assignmentId });
  expect(await undo()).toMatchObject({ undone: 6, kept: 0 });
});

test("an act of steps of which all was kept can be tried again [UNDO-01]", async () => {
  const { t, manager, supervisor, newProject, templateIds } = await setupWorkspace();
  const { projectId } = await newProject(names(50));
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const { page } = await manager.query(api.undo.recent, { limit: 1 });
  const batchId = first(page).batchId ?? "";
  const ids = (await rowsOf(t, "tasks")).map(({ _id }) => _id);
  const set = { status: "in_progress" };
  const begun = await supervisor.mutation(api.tasks.updateMany, { ids, set });
  vi.useFakeTimers();

  const { pending } = await manager.mutation(api.undo.batch, { batchId });
  await allSteps(t);
  const told = await manager.query(api.undo.progress, { runId: pending ?? "" });
  expect(told).toEqual({ undone: 0, kept: 150, status: "done" });

  await supervisor.mutation(api.undo.batch, { batchId: begun.batchId });
  await allSteps(t);
  await manager.mutation(api.undo.batch, { batchId });
  await allSteps(t);
  expect(await rowsOf(t, "tasks")).toEqual([]);
  await expectConsistent(t);
});

test("what hangs on units that come back together follows in steps [UNDO-01] [TRASH-01]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { unitIds } = await newProject(names(4));
  await t.run(async ({ db }) => {
    const at = Date.now();
    const note = { userId: manager.userId, createdAt: at, updatedAt: at, content: "Keys" };
    for (const unitId of unitIds)
      for (let count = 0; count < 200; count += 1)
        await db.insert("unitNotes", { unitId, ...note });
  });
  const before = await picture(t);
  vi.useFakeTimers();
  const { batchId } = await manager.mutation(api.units.removeMany, { ids: unitIds });
  await allSteps(t);

  expect(await manager.mutation(api.undo.batch, { batchId })).toMatchObject({ undone: 4 });
  expect(await rowsOf(t, "unitNotes")).toHaveLength(500);
  await allSteps(t);
  expect(await picture(t)).toEqual(before);
  await expectConsistent(t);
});

test("records with very many later changes that were taken back are undone in steps [UNDO-01]", async () => {
  const { t, manager, newUnitWithTasks } = await setupWorkspace({ templates: 12 });
  const { projectId, unitId, taskIds } = await newUnitWithTasks();
  const { page } = await manager.query(api.undo.recent, { limit: 1 });
  await t.run(async ({ db }) => {
    const at = Date.now();
    const event = { at, kind: "task.updated", userId: manager.userId, undoneAt: at };
    for (const taskId of taskIds)
      for (let count = 0; count < 500; count += 1)
        await db.insert("events", { ...event, projectId, unitId, taskId });
  });
  vi.useFakeTimers();

  const begun = await manager.mutation(api.undo.batch, { batchId: first(page).batchId ?? "" });
  expect(begun).toEqual({
    ...{ undone: 9, kept: 0 },
    ...{ batchId: expect.any(String) as string, pending: expect.any(String) as string },
  });
  await allSteps(t);
  const told = await manager.query(api.undo.progress, { runId: begun.pending ?? "" });
  expect(told).toEqual({ undone: 12, kept: 0, status: "done" });
  await expectConsistent(t);
});

test("a page of recent changes that has grown by hundreds of acts on many is told [UNDO-01]", async () => {
  const { t, manager, newUnitWithTasks } = await setupWorkspace();
  const { projectId, unitId, taskIds } = await newUnitWithTasks();
  const { continueCursor: through } = await manager.query(api.undo.recent, { limit: 1 });
  await t.run(async ({ db }) => {
    const at = Date.now();
    const { userId } = manager;
    for (let count = 0; count < 480; count += 1) {
      const act = { at, userId, kinds: [{ kind: "task.updated", count: 2 }] };
      const batchId = await db.insert("batches", act);
      const event = { at, userId, kind: "task.updated", projectId, unitId, batchId };
      const of = async (taskId: Id<"tasks">) => {
        const id = await db.insert("events", { ...event, taskId });
        return (await db.get("events", id))?._creationTime ?? 0;
      };
      const [taskId] = taskIds;
      const from = await of(taskId as Id<"tasks">);
      await db.patch("batches", batchId, {
        parts: [{ from, to: await of(taskId as Id<"tasks">) }],
      });
    }
  });

  const { page } = await manager.query(api.undo.recent, { through });
  expect(page).toHaveLength(481);
  expect(page.at(0)).toMatchObject({ count: 2 });
});
