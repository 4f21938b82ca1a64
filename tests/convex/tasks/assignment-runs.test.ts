import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import {
  type Engine,
  insertTemplates,
  refusal,
  rowsOf,
  setupWorkspace,
} from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

test(
  "what is larger than one transaction is completed in steps [OP-56]",
  { timeout: 60_000 },
  async () => {
    const { t, manager, newProject } = await setupWorkspace({ templates: 0 });
    const templateIds = await insertTemplates(t, 100);
    // There is one unit more than fits in one transaction.
    const names = Array.from({ length: 51 }, (_, index) => `Unit ${index}`);
    const { projectId } = await newProject(names);
    vi.useFakeTimers();

    const answer = await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
    const assignmentId = answer.pending ?? "";
    const first = await manager.query(api.tasks.assignment, { assignmentId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    const last = await manager.query(api.tasks.assignment, { assignmentId });

    expect(first).toEqual({ created: 5000, skipped: 0, unitCount: 51, status: "running" });
    expect(last).toEqual({ created: 5100, skipped: 0, unitCount: 51, status: "done" });
    const units = await manager.query(api.units.list, { projectId });
    expect(units.every((unit) => unit.totalTasks === 100)).toBe(true);
  },
);

test("the progress of an assignment is seen by who started it only [OP-56]", async () => {
  const { t, manager, supervisor, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  const assignmentId = await t.run(
    async (ctx) =>
      await ctx.db.insert("bulkAssignments", {
        ...{ projectId, templateIds: [], userId: manager.userId, afterUnit: null },
        ...{ created: 1, skipped: 2, unitCount: 3, status: "running", updatedAt: 0 },
      }),
  );

  const own = await manager.query(api.tasks.assignment, { assignmentId });
  const others = supervisor.query(api.tasks.assignment, { assignmentId });

  expect(own).toEqual({ created: 1, skipped: 2, unitCount: 3, status: "running" });
  await expect(others).rejects.toMatchObject(refusal("not_found"));
});

/** Sets up a run of the manager over two units that has not begun. Each step runs when the test says so. */
async function setupRun() {
  const workspace = await setupWorkspace();
  const { t, manager, newProject, templateIds } = workspace;
  const { projectId, unitIds } = await newProject(["1", "2"]);
  const assignmentId = await t.run(
    async (ctx) =>
      await ctx.db.insert("bulkAssignments", {
        ...{ projectId, templateIds, userId: manager.userId, afterUnit: null },
        ...{ created: 0, skipped: 0, unitCount: 2, status: "running", updatedAt: 0 },
      }),
  );
  const status = async () => (await manager.query(api.tasks.assignment, { assignmentId })).status;
  const step = async () => await t.mutation(internal.jobs.assignments.step, { assignmentId });
  return { ...workspace, projectId, unitIds, assignmentId, status, step };
}

/** Schedules a step and cancels it, so that it will never run. */
async function brokenStep(t: Engine, args: { assignmentId: Id<"bulkAssignments"> }) {
  return await t.run(async (ctx) => {
    const stepId = await ctx.scheduler.runAfter(60_000, internal.jobs.assignments.step, args);
    await ctx.scheduler.cancel(stepId);
    return stepId;
  });
}

test("an assignment whose step a busy machine has not come to yet is not given up [OP-56]", async () => {
  const { t, assignmentId, status } = await setupRun();
  vi.useFakeTimers();
  const stepId = await t.run(
    async (ctx) =>
      await ctx.scheduler.runAfter(60_000, internal.jobs.assignments.step, { assignmentId }),
  );

  const waited = { assignmentId, afterUnit: null, stepId };
  await t.mutation(internal.jobs.assignments.expectProgress, waited);

  expect(await status()).toBe("running");
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await status()).toBe("done");
});

test("an assignment whose step did not come to its end has failed, and can be repeated [OP-56]", async () => {
  const { t, manager, projectId, templateIds, assignmentId, status, step } = await setupRun();
  const waited = { assignmentId, afterUnit: null, stepId: await brokenStep(t, { assignmentId }) };

  await t.mutation(internal.jobs.assignments.expectProgress, { ...waited, afterUnit: 1 });
  expect(await status()).toBe("running");
  await t.mutation(internal.jobs.assignments.expectProgress, waited);

  expect(await status()).toBe("failed");
  await step();
  expect(await rowsOf(t, "tasks")).toEqual([]);
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  expect(await rowsOf(t, "tasks")).toHaveLength(6);
});

test("a stopped assignment goes no further; nobody else can stop it, and an ended one stays as it is [OP-56]", async () => {
  const { t, manager, supervisor, assignmentId, status, step } = await setupRun();
  const others = supervisor.mutation(api.tasks.cancelAssignment, { assignmentId });
  await expect(others).rejects.toMatchObject(refusal("not_found"));

  await manager.mutation(api.tasks.cancelAssignment, { assignmentId });

  await step();
  expect(await status()).toBe("cancelled");
  expect(await rowsOf(t, "tasks")).toEqual([]);
  const stepId = await brokenStep(t, { assignmentId });
  const waited = { assignmentId, afterUnit: null, stepId };
  await t.mutation(internal.jobs.assignments.expectProgress, waited);
  expect(await status()).toBe("cancelled");
});

test("a finished assignment cannot be stopped any more [OP-56]", async () => {
  const { manager, assignmentId, status, step } = await setupRun();
  await step();
  await manager.mutation(api.tasks.cancelAssignment, { assignmentId });
  expect(await status()).toBe("done");
});

test("an assignment whose project is deleted meanwhile has failed [OP-56]", async () => {
  const { manager, projectId, status, step } = await setupRun();
  await manager.mutation(api.projects.remove, { projectId });
  await step();
  expect(await status()).toBe("failed");
});

test("an assignment whose user is deleted meanwhile goes no further [OP-56]", async () => {
  const { t, admin, manager, step } = await setupRun();
  await admin.mutation(api.users.remove, { userId: manager.userId });

  await step();

  expect(await rowsOf(t, "tasks")).toEqual([]);
  expect(await rowsOf(t, "bulkAssignments")).toMatchObject([{ status: "failed", created: 0 }]);
});

test("a person who leaves in the midst of an assignment has as many of its tasks as one who leaves behind it [OP-56] [WHO-02]", async () => {
  const tasksOf = async (order: "leave, step" | "step, leave") => {
    const { t, admin, supervisor, assignmentId, step } = await setupRun();
    const assignedToId = supervisor.userId;
    await t.run((ctx) => ctx.db.patch("bulkAssignments", assignmentId, { assignedToId }));
    if (order === "step, leave") await step();
    await admin.mutation(api.users.remove, { userId: assignedToId });
    if (order === "leave, step") await step();
    return (await rowsOf(t, "tasks")).map((task) => [task.name, task.assignedToId ?? null]);
  };

  const tasks = await tasksOf("leave, step");

  expect(tasks).toHaveLength(6);
  expect(tasks).toEqual(await tasksOf("step, leave"));
});
