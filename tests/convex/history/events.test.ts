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
    "project.created",
    ({ manager }) => manager.mutation(api.projects.create, { name: "New", units: ["1", "2"] }),
    { label: "New", count: 2 },
  ],
  [
    "project.updated",
    ({ manager, projectId }) =>
      manager.mutation(api.projects.update, { projectId, name: "Renamed" }),
    { changes: [{ field: "name", from: "Maple Court", to: "Renamed" }] },
  ],
  [
    "tasks.assigned",
    async ({ t, manager, unitId, templateIds }) => {
      await t.run(async (ctx) => await ctx.db.patch("units", unitId, { name: "101" }));
      const { id } = await manager.mutation(api.projects.create, { name: "Other", units: ["1"] });
      await t.run(async (ctx) => {
        const last = await ctx.db.query("events").order("desc").first();
        if (last !== null) await ctx.db.delete("events", last._id);
      });
      await manager.mutation(api.tasks.assignToAllUnits, { projectId: id, templateIds });
    },
    { count: 3 },
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
