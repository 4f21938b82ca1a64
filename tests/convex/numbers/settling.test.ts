import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { CountChanges } from "../../../convex/model/numbers/counts.ts";
import { settleCounts } from "../../support/recount.ts";
import { emptyTrash, first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

type Workspace = Awaited<ReturnType<typeof setupWorkspace>>;
type ProjectId = Awaited<ReturnType<Workspace["newProject"]>>["projectId"];

afterEach(() => {
  vi.useRealTimers();
});

/** A project with tasks that are started, done and due. */
async function setupWork() {
  const workspace = await setupWorkspace({ templates: 4 });
  const { manager, newProject, templateIds, t } = workspace;
  await t.mutation(internal.jobs.today.advance, {});
  const { projectId, unitIds } = await newProject(["101", "102"]);
  const unitId = first(unitIds);
  const tasks = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
  const [one, two, three] = tasks.map(({ id }) => id);
  const today = new Date().toISOString();
  await manager.mutation(api.tasks.update, { taskId: one!, status: "completed" });
  await manager.mutation(api.tasks.update, { taskId: two!, status: "in_progress" });
  await manager.mutation(api.tasks.update, { taskId: three!, dueDate: today });
  return { ...workspace, projectId, unitIds };
}

/** Returns every figure that is derived from counts. */
async function shown({ manager }: Workspace, projectId: ProjectId) {
  const { recentActivity: _, ...dashboard } = await manager.query(api.dashboard.summary, {});
  const stats = await manager.query(api.projects.stats, { projectId });
  return { dashboard, completed: stats.completionPercentage };
}

test("figures are the same while a change waits for its place in the counts and behind that [DASH-04]", async () => {
  const work = await setupWork();
  const waiting = await shown(work, work.projectId);

  await settleCounts(work.t);

  expect(waiting).toMatchObject({ completed: 25, dashboard: { tasksCompletedThisWeek: 1 } });
  expect(await shown(work, work.projectId)).toEqual(waiting);
  expect(await rowsOf(work.t, "waitingCounts")).toEqual([]);
  expect(await rowsOf(work.t, "projectCounts")).toMatchObject([
    { projectId: work.projectId, totalTasks: 4, completedTasks: 1 },
  ]);
});

test("what was just changed is left to wait: an older change may still be on its way", async () => {
  const { t } = await setupWork();
  const before = await rowsOf(t, "waitingCounts");

  await t.mutation(internal.jobs.counts.settle, { looks: 1 });

  expect(before.length).toBeGreaterThan(0);
  expect(await rowsOf(t, "waitingCounts")).toEqual(before);
});

test("what was just changed is looked at again ten seconds later, not with the next minute", async () => {
  vi.useFakeTimers({ now: new Date("2026-03-04T10:00:00.000Z") });
  const { t } = await setupWork();
  const begin = Date.now();

  await t.mutation(internal.jobs.counts.settle, { looks: 6 });
  const waiting = (await rowsOf(t, "waitingCounts")).length;
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(waiting).toBeGreaterThan(0);
  expect(await rowsOf(t, "waitingCounts")).toEqual([]);
  // One further run of the job finds nothing and is the last.
  expect(Date.now() - begin).toBeLessThanOrEqual(20_000);
});

test("what was changed before the clock was set back an hour does not wait for an hour", async () => {
  const work = await setupWork();
  const waiting = await shown(work, work.projectId);
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);

  await work.t.mutation(internal.jobs.counts.settle, { looks: 1 });

  clock.mockRestore();
  expect(await rowsOf(work.t, "waitingCounts")).toEqual([]);
  expect(await shown(work, work.projectId)).toEqual(waiting);
});

test("changes that take each other back leave no row", async () => {
  const { t, manager } = await setupWork();
  const tasks = await rowsOf(t, "tasks");
  const { _id: taskId } = first(tasks.filter(({ status }) => status === "not_started"));
  await settleCounts(t);
  const counts = async () => ({
    tallies: (await rowsOf(t, "tallies")).length,
    totals: (await rowsOf(t, "projectCounts")).map(({ completedTasks }) => completedTasks),
  });
  const before = await counts();
  await manager.mutation(api.tasks.update, { taskId, status: "completed" });
  await manager.mutation(api.tasks.update, { taskId, status: "not_started" });

  await settleCounts(t);

  expect(await counts()).toEqual(before);
});

test("the counts of a project in the trash are put together too, so that it comes back with them", async () => {
  const work = await setupWork();
  const { t, manager, projectId } = work;
  const before = await shown(work, projectId);
  await manager.mutation(api.projects.remove, { projectId });
  await settleCounts(t);
  const [item] = await rowsOf(t, "trash");

  await manager.mutation(api.trash.restore, { itemId: item!._id });

  expect(await shown(work, projectId)).toEqual(before);
});

test("a project that is removed for good leaves no counts, though its last changes still wait [OP-21]", async () => {
  const { t, manager, projectId } = await setupWork();
  await manager.mutation(api.projects.remove, { projectId });
  await emptyTrash(t, manager);

  await settleCounts(t);

  expect(await rowsOf(t, "projectCounts")).toEqual([]);
  expect(await rowsOf(t, "tallies")).toEqual([]);
  expect(await rowsOf(t, "waitingCounts")).toEqual([]);
});

test("a very large change waits in several rows and is put into the counts in steps", async () => {
  const { t, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["101"]);
  await settleCounts(t);
  const moments = 900;
  await t.run(async (ctx) => {
    const counts = new CountChanges();
    for (let at = 0; at < moments; at++)
      counts.unit({ projectId, status: "not_started", startDate: at * 3_600_000 }, 1);
    await counts.apply(ctx);
  });
  const rows = await rowsOf(t, "waitingCounts");
  const mutations = vi.spyOn(t, "mutation");

  await settleCounts(t);

  expect(rows.map(({ tallies }) => tallies.length)).toEqual([200, 200, 200, 200, 100]);
  expect(mutations.mock.calls.length).toBeGreaterThan(1);
  const tallies = await rowsOf(t, "tallies");
  expect(tallies.filter((row) => row.projectId === projectId)).toHaveLength(moments);
  // The additional row is that of the active project.
  expect(tallies.filter((row) => row.projectId === undefined)).toHaveLength(moments + 1);
});
