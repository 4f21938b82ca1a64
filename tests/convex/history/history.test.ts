import type { FunctionReturnType } from "convex/server";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { first, refusal, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

type HistoryEvent = FunctionReturnType<typeof api.history.ofUnit>["page"][number];

const kindsOf = (page: readonly HistoryEvent[]) => page.map(({ kind }) => kind);

async function setupUnit() {
  const workspace = await setupWorkspace();
  const ids = await workspace.newUnitWithTasks();
  return { ...workspace, ...ids, taskId: first(ids.taskIds) };
}

/** A unit's tasks are added in one act, which has an event a task. */
const threeAdded = ["task.added", "task.added", "task.added"];

test("a unit's history has who, what, from, to and when, newest first [HIST-01]", async () => {
  const { manager, supervisor, unitId, projectId, taskId, taskIds } = await setupUnit();
  await supervisor.mutation(api.tasks.update, { taskId, status: "completed" });
  await supervisor.mutation(api.units.update, {
    unitId,
    status: "on_hold",
  });
  await manager.mutation(api.units.update, { unitId, moveOutDate: "2026-03-02" });

  const { page, continueCursor } = await manager.query(api.history.ofUnit, { unitId });

  expect(continueCursor).toBeNull();
  expect(kindsOf(page)).toEqual([
    ...["unit.updated", "unit.updated", "task.updated", ...threeAdded, "unit.added"],
  ]);
  expect(page[0]).toMatchObject({
    ...{ userId: manager.userId, madeAt: null, overtaken: null },
    ...{ projectId, projectName: "Maple Court", unitId, unitName: "101", recordId: unitId },
    label: "101",
    changes: [{ field: "moveOutDate", from: null, to: "2026-03-02T12:00:00.000Z" }],
  });
  expect(page[1]?.changes).toEqual([{ field: "status", from: "not_started", to: "on_hold" }]);
  expect(page[2]).toMatchObject({ userId: supervisor.userId, recordId: taskId, label: "Task 1" });
  const [last, ...others] = page.slice(3, 6);
  expect(last).toMatchObject({ recordId: taskIds[2], label: "Task 3" });
  expect(last?.batchId).toEqual(expect.any(String));
  expect(others.map(({ batchId }) => batchId)).toEqual([last?.batchId, last?.batchId]);
  const times = page.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test("fields that hold ids tell the names of that time [HIST-01]", async () => {
  const { t, manager, supervisor, projectId, unitId, taskId } = await setupUnit();
  await t.run((ctx) => ctx.db.patch("users", supervisor.userId, { firstName: "Sam" }));
  const assignedToId = supervisor.userId;
  await manager.mutation(api.tasks.update, { taskId, assignedToId });
  await manager.mutation(api.projects.update, { projectId, supervisorId: assignedToId });
  await t.run((ctx) => ctx.db.patch("users", supervisor.userId, { firstName: "Samuel" }));

  const ofUnit = await manager.query(api.history.ofUnit, { unitId, kind: "task" });
  expect(ofUnit.page[0]?.changes).toMatchObject([
    { field: "assignedToId", from: null, to: expect.stringMatching(/^Sam /) as string },
  ]);
  const ofProject = await manager.query(api.history.ofProject, { projectId, kind: "project" });
  expect(ofProject.page[0]?.changes).toMatchObject([
    { field: "supervisorId", from: null, to: expect.stringMatching(/^Sam /) as string },
  ]);
});

test("an event of an earlier version tells the name that belongs to an id now [HIST-01]", async () => {
  const { t, manager, unitId } = await setupUnit();
  await t.run(async (ctx) => {
    const changes = [
      { field: "assignedToId", from: "gone", to: manager.userId },
      { field: "oddity", from: null, to: "stays" },
    ];
    await ctx.db.insert("events", { at: Date.now(), kind: "task.updated", unitId, changes });
  });

  const { page } = await manager.query(api.history.ofUnit, { unitId });

  expect(page[0]).toMatchObject({
    ...{ userId: null, userName: "Turnboard", projectId: null, projectName: null },
    changes: [
      { from: "Unknown", to: expect.stringMatching(/^Person /) as string },
      { from: null, to: "stays" },
    ],
  });
});

test("money is told in dollars to those alone who may see it [HIST-01] [GEN-05]", async () => {
  const { manager, supervisor, unitId } = await setupUnit();
  await manager.mutation(api.units.update, { unitId, monthlyRent: 1250.5 });

  const changesFor = async (who: typeof manager) =>
    (await who.query(api.history.ofUnit, { unitId })).page[0]?.changes;

  expect(await changesFor(manager)).toEqual([{ field: "monthlyRent", from: null, to: 1250.5 }]);
  expect(await changesFor(supervisor)).toEqual([{ field: "monthlyRent", from: null, to: null }]);
});

test("work done without a line has both times [HIST-01]", async () => {
  const { supervisor, unitId, taskId } = await setupUnit();
  const madeAt = new Date(Date.now() - 28 * 60_000).toISOString();
  await supervisor.mutation(api.tasks.update, { taskId, status: "completed", madeAt });

  const { page } = await supervisor.query(api.history.ofUnit, { unitId });

  expect(page[0]?.madeAt).toBe(madeAt);
  expect(Date.parse(page[0]?.at ?? "") - Date.parse(madeAt)).toBeGreaterThanOrEqual(28 * 60_000);
});

test("a change that a later one stood against is told apart [HIST-01]", async () => {
  const { manager, supervisor, unitId, taskId } = await setupUnit();
  const madeAt = new Date(Date.now() - 60_000).toISOString();
  await manager.mutation(api.tasks.update, { taskId, status: "completed" });
  await supervisor.mutation(api.tasks.update, { taskId, status: "in_progress", madeAt });

  const { page } = await manager.query(api.history.ofUnit, { unitId });

  expect(page[0]).toMatchObject({
    ...{ userId: supervisor.userId, changes: [] },
    overtaken: [{ field: "status", from: "completed", to: "in_progress" }],
  });
});

test("a project's history holds its units, deleted ones by name; theirs is gone [HIST-01]", async () => {
  const { manager, projectId, unitId, taskId } = await setupUnit();
  await manager.mutation(api.tasks.update, { taskId, status: "completed" });
  await manager.mutation(api.units.remove, { unitId });

  const { page } = await manager.query(api.history.ofProject, { projectId });

  expect(kindsOf(page)).toEqual([
    "unit.removed",
    "task.updated",
    ...threeAdded,
    "unit.added",
    "project.created",
  ]);
  expect(page.map(({ unitName }) => unitName)).toEqual([...Array(6).fill("101"), null]);
  await expect(manager.query(api.history.ofUnit, { unitId })).rejects.toMatchObject(
    refusal("not_found"),
  );
});

test("person, kind and days narrow the history; what nothing fits gives nothing [HIST-01]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2036-03-02T09:00:00Z") });
  const { manager, supervisor, unitId, taskId } = await setupUnit();
  vi.setSystemTime(new Date("2036-03-03T09:00:00Z"));
  await supervisor.mutation(api.tasks.update, { taskId, status: "completed" });
  vi.setSystemTime(new Date("2036-03-04T09:00:00Z"));
  await manager.mutation(api.unitNotes.create, { unitId, content: "Keys are back" });

  const kinds = async (filter: Record<string, string>) =>
    kindsOf((await manager.query(api.history.ofUnit, { unitId, ...filter })).page);

  expect(await kinds({ userId: supervisor.userId })).toEqual(["task.updated"]);
  expect(await kinds({ kind: "note.added" })).toEqual(["note.added"]);
  expect(await kinds({ kind: "task" })).toEqual(["task.updated", ...threeAdded]);
  expect(await kinds({ from: "2036-03-03" })).toEqual(["note.added", "task.updated"]);
  expect(await kinds({ from: "2036-03-03", to: "2036-03-03" })).toEqual(["task.updated"]);
  expect(await kinds({ to: "2036-03-02", kind: "note" })).toEqual([]);
  for (const filter of [
    { userId: "nobody" },
    { userId: unitId },
    { kind: "" },
    { kind: "no.kind" },
  ])
    expect(await kinds(filter)).toEqual([]);
});

test.each([
  [{ cursor: "7" }, "cursor"],
  [{ through: "x_y" }, "cursor"],
  [{ limit: 0 }, "limit"],
  [{ limit: 101 }, "limit"],
  [{ from: "yesterday" }, "from"],
  [{ to: "2026-02-31" }, "to"],
])("the question %o is refused [HIST-01]", async (sent, path) => {
  const { manager, unitId } = await setupUnit();

  await expect(manager.query(api.history.ofUnit, { unitId, ...sent })).rejects.toMatchObject({
    data: {
      code: "invalid",
      errors: expect.arrayContaining([expect.objectContaining({ path })]) as unknown,
    },
  });
});
