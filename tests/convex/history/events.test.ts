import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

async function setupUnit() {
  const workspace = await setupWorkspace();
  const ids = await workspace.newUnitWithTasks();
  return { ...workspace, ...ids, taskId: first(ids.taskIds) };
}

type Setup = Awaited<ReturnType<typeof setupUnit>>;

const writes: [string, (setup: Setup) => Promise<unknown>, Record<string, unknown>][] = [
  [
    "unit.added",
    ({ manager, projectId }) => manager.mutation(api.units.create, { projectId, units: ["9"] }),
    { label: "9" },
  ],
  [
    "project.updated",
    ({ manager, projectId }) =>
      manager.mutation(api.projects.update, { projectId, name: "Renamed" }),
    { changes: [{ field: "name", from: "Maple Court", to: "Renamed" }] },
  ],
  [
    "unit.updated",
    ({ manager, unitId }) =>
      manager.mutation(api.units.update, { unitId, startDate: "2025-07-14" }),
    {
      label: "101",
      changes: [
        { field: "startDate", from: null, to: Date.parse("2025-07-14T12:00:00Z") },
        { field: "status", from: "not_started", to: "in_progress" },
      ],
    },
  ],
  [
    "unit.removed",
    ({ manager, unitId }) => manager.mutation(api.units.remove, { unitId }),
    { label: "101", count: 3 },
  ],
  [
    "task.updated",
    ({ manager, taskId }) => manager.mutation(api.tasks.update, { taskId, dueDate: "2025-07-14" }),
    {
      label: "Task 1",
      changes: [{ field: "dueDate", from: null, to: Date.parse("2025-07-14T12:00:00Z") }],
    },
  ],
  [
    "task.removed",
    ({ manager, taskId }) => manager.mutation(api.tasks.remove, { taskId }),
    { label: "Task 1" },
  ],
];

test.each(writes)("the write %s leaves one row of history [OP-29]", async (kind, write, fields) => {
  const setup = await setupUnit();
  const before = await rowsOf(setup.t, "events");

  await write(setup);

  const events = await rowsOf(setup.t, "events");
  expect(events).toHaveLength(before.length + 1);
  expect(events.at(-1)).toMatchObject({ kind, userId: setup.manager.userId, ...fields });
  expect(Math.abs(Date.now() - (events.at(-1)?.at ?? 0))).toBeLessThan(10_000);
});

test("what changes nothing leaves no history [OP-29]", async () => {
  const { t, manager, projectId, unitId, taskId, templateIds } = await setupUnit();
  const before = await rowsOf(t, "events");

  await manager.mutation(api.projects.update, { projectId, name: "Maple Court" });
  await manager.mutation(api.units.update, { unitId });
  await manager.mutation(api.tasks.update, { taskId, status: "not_started" });
  await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });

  expect(await rowsOf(t, "events")).toEqual(before);
});

test("history outlives what it tells of [OP-29]", async () => {
  const { t, manager, unitId, taskId } = await setupUnit();
  await manager.mutation(api.tasks.update, { taskId, status: "completed" });
  const before = await rowsOf(t, "events");

  await manager.mutation(api.units.remove, { unitId });

  const kinds = (await rowsOf(t, "events")).map((event) => event.kind);
  expect(kinds).toEqual([...before.map((event) => event.kind), "unit.removed"]);
});

test("an act on many records leaves a row for each, of one batch [OP-29] [UNDO-01]", async () => {
  const { t, manager, templateIds } = await setupWorkspace();
  const { id } = await manager.mutation(api.projects.create, { name: "New", units: ["1", "2"] });
  await manager.mutation(api.tasks.assignToAllUnits, { projectId: id, templateIds });
  await manager.mutation(api.tasks.assignToAllUnits, { projectId: id, templateIds });
  const [unit] = await manager.query(api.units.list, { projectId: id });
  const unitId = unit?.id ?? "";
  const taskIds = (await manager.query(api.tasks.list, { unitId })).map((task) => task.id);
  await manager.mutation(api.tasks.reorder, { unitId, taskIds: taskIds.toReversed() });
  await manager.mutation(api.taskTemplates.reorder, { templateIds: templateIds.toReversed() });

  const [batches, events] = [await rowsOf(t, "batches"), await rowsOf(t, "events")];

  expect(batches.map(({ kinds }) => kinds)).toEqual([
    [
      { kind: "project.created", count: 1 },
      { kind: "unit.added", count: 2 },
    ],
    [{ kind: "task.added", count: 6 }],
    [{ kind: "task.moved", count: 2 }],
    [{ kind: "template.moved", count: 2 }],
  ]);
  for (const { _id, userId, kinds } of batches) {
    const own = events.filter(({ batchId }) => batchId === _id);
    expect(own).toHaveLength(kinds.reduce((sum, { count }) => sum + count, 0));
    expect(new Set(own.map((event) => event.userId))).toEqual(new Set([userId]));
  }
});
