import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { recounted, storedCounts } from "../../support/recount.ts";
import {
  emptyTrash,
  type Engine,
  first,
  refusal,
  rowsOf,
  setupWorkspace,
} from "../../support/workspace.ts";

const names = Array.from({ length: 450 }, (_, index) => String(index));

afterEach(() => {
  vi.useRealTimers();
});

/**
 * Sets up a project that is too large for one step, with a record of each kind in its last unit, which is deleted last.
 * Scheduled steps wait until a test runs them, so that a test can look at a removal in progress.
 */
async function setupLarge() {
  const workspace = await setupWorkspace();
  const { t, manager, newProject, templateIds } = workspace;
  const { projectId, unitIds } = await newProject(names);
  const unitId = unitIds.at(-1) ?? first(unitIds);
  const [task] = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
  const taskId = task?.id ?? "";
  await manager.mutation(api.tasks.update, { taskId, status: "completed" });
  await manager.mutation(api.units.update, { unitId, completionDate: new Date().toISOString() });
  const photo = await addPhoto(t, unitId);
  const note = await manager.mutation(api.unitNotes.create, { unitId, content: "Keys inside" });
  vi.useFakeTimers();
  const remove = async () => await manager.mutation(api.projects.remove, { projectId });
  const removeForGood = async () => {
    await remove();
    await emptyTrash(t, manager);
  };
  return { ...workspace, projectId, unitId, taskId, noteId: note.id, photo, remove, removeForGood };
}

async function addPhoto(t: Engine, unitId: Id<"units">) {
  return await t.run(async (ctx) => {
    const unit = await ctx.db.get("units", unitId);
    if (unit === null) throw new Error("No such unit");
    const storageId = await ctx.storage.store(new Blob(["picture"]));
    const at = Date.now();
    return await ctx.db.insert("photos", {
      ...{ unitId, projectId: unit.projectId, storageId, type: "before", filename: "last.png" },
      ...{ photoDate: at, createdAt: at },
    });
  });
}

async function removalOf(t: Engine) {
  const { steps = 0, ...run } = first(await rowsOf(t, "projectRemovals"));
  return { ...run, steps };
}

async function waitingStep(t: Engine) {
  return await t.run(async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    return first(jobs.filter(({ name }) => name.includes("projectContents")))._id;
  });
}

test("a large project is gone at once, its contents in further steps that tell how far they are [OP-21]", async () => {
  const { t, manager, removeForGood } = await setupLarge();

  await removeForGood();

  expect(await manager.query(api.projects.list, {})).toEqual([]);
  expect(await manager.query(api.projects.removals, {})).toMatchObject([
    { name: "Maple Court", unitCount: 450, removedUnits: 100, status: "running" },
  ]);
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await rowsOf(t, "units")).toEqual([]);
  expect(await manager.query(api.projects.removals, {})).toEqual([]);
  expect(await storedCounts(t)).toEqual(await recounted(t));
});

const ways = ["remove", "removeForGood"] as const;

test.each(ways)(
  "nothing of a deleted project can be reached: %s [OP-21] [TRASH-01]",
  async (way) => {
    const workspace = await setupLarge();
    const { manager, projectId, unitId, taskId, noteId, photo } = workspace;

    await workspace[way]();

    const gone = [
      () => manager.query(api.units.list, { projectId }),
      () => manager.query(api.units.get, { unitId }),
      () => manager.query(api.tasks.list, { unitId }),
      () => manager.query(api.photos.list, { unitId }),
      () => manager.query(api.unitNotes.list, { unitId }),
      () => manager.query(api.projects.stats, { projectId }),
      () => manager.query(api.timeEntries.list, { projectId }),
      () => manager.mutation(api.units.update, { unitId, startDate: "2026-01-01" }),
      () => manager.mutation(api.units.remove, { unitId }),
      () => manager.mutation(api.tasks.update, { taskId, status: "in_progress" }),
      () => manager.mutation(api.tasks.remove, { taskId }),
      () => manager.mutation(api.photos.remove, { photoId: photo }),
      () => manager.mutation(api.unitNotes.update, { noteId, content: "x" }),
    ];
    for (const call of gone) await expect(call()).rejects.toMatchObject(refusal("not_found"));
  },
);

test.each(ways)("a deleted project counts nowhere: %s [OP-21] [OP-29] [TRASH-01]", async (way) => {
  const workspace = await setupLarge();
  const { manager, newUnitWithTasks } = workspace;
  const other = await newUnitWithTasks();
  const taskId = first(other.taskIds);
  await manager.mutation(api.tasks.update, { taskId, status: "completed" });
  const before = await manager.query(api.dashboard.summary, {});
  expect(before).toMatchObject({ tasksCompletedThisWeek: 2, unitsCompletedThisWeek: 1 });

  await workspace[way]();

  const summary = await manager.query(api.dashboard.summary, {});
  expect(summary).toMatchObject({
    ...{ activeProjects: 1, unitsStartedThisWeek: 0, unitsCompletedThisWeek: 0 },
    ...{ tasksStartedThisWeek: 0, tasksCompletedThisWeek: 1, tasksInJeopardy: 0 },
  });
  expect(summary.recentActivity.map(({ unitNumber }) => unitNumber)).toEqual(["101"]);
});

test("a step that does not come to its end leaves a failed removal, which can be tried again [OP-21]", async () => {
  const { t, manager, removeForGood } = await setupLarge();
  await removeForGood();
  const { _id: removalId, steps } = await removalOf(t);
  const stepId = await waitingStep(t);
  await t.run(async (ctx) => await ctx.scheduler.cancel(stepId));

  await t.mutation(internal.jobs.removal.expectProgress, { removalId, steps, stepId });

  const [failed] = await manager.query(api.projects.removals, {});
  expect(failed?.status).toBe("failed");
  await t.mutation(internal.jobs.removal.projectContents, { removalId });
  expect(await rowsOf(t, "units")).toHaveLength(350);

  await manager.mutation(api.projects.retryRemoval, { removalId });
  expect((await removalOf(t)).status).toBe("running");
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await rowsOf(t, "units")).toEqual([]);
  expect(await manager.query(api.projects.removals, {})).toEqual([]);
  expect(await storedCounts(t)).toEqual(await recounted(t));
});

test("a removal whose step a busy machine has not come to yet is not given up [OP-21]", async () => {
  const { t, manager, removeForGood } = await setupLarge();
  await removeForGood();
  const { _id: removalId, steps } = await removalOf(t);

  const waited = { removalId, steps, stepId: await waitingStep(t) };
  await t.mutation(internal.jobs.removal.expectProgress, waited);

  expect((await removalOf(t)).status).toBe("running");
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await manager.query(api.projects.removals, {})).toEqual([]);
});

test("the look at an earlier step does not end a removal that went on [OP-21]", async () => {
  const { t, manager, removeForGood } = await setupLarge();
  await removeForGood();
  const { _id: removalId, steps } = await removalOf(t);
  const stepId = await waitingStep(t);
  await t.run(async (ctx) => await ctx.scheduler.cancel(stepId));

  await t.mutation(internal.jobs.removal.projectContents, { removalId });
  await t.mutation(internal.jobs.removal.expectProgress, { removalId, steps, stepId });

  expect(await removalOf(t)).toMatchObject({ status: "running", removedUnits: 200 });
  const again = manager.mutation(api.projects.retryRemoval, { removalId });
  await expect(again).resolves.toBeNull();
  expect(await removalOf(t)).toMatchObject({ status: "running", steps: steps + 1 });
});

test("a removal that was broken off goes on where it was, and a step done twice does no harm [OP-21]", async () => {
  const { t, removeForGood } = await setupLarge();
  await removeForGood();
  const { _id: removalId } = await removalOf(t);
  // After a restart, the next step is stored with the deletion. It may run once, or twice if somebody also runs it by
  // hand.
  const waiting = await t.run(
    async (ctx) => await ctx.db.system.query("_scheduled_functions").collect(),
  );
  expect(waiting.filter(({ name }) => name.includes("projectContents"))).toHaveLength(1);

  await t.mutation(internal.jobs.removal.projectContents, { removalId });
  await t.mutation(internal.jobs.removal.projectContents, { removalId });
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(await rowsOf(t, "units")).toEqual([]);
  expect(await rowsOf(t, "projectRemovals")).toEqual([]);
  expect(await storedCounts(t)).toEqual(await recounted(t));
});
