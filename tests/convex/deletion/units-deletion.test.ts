import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { emptyTrash, type Engine, first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Hangs a photo, a note and a time entry on a unit. */
async function fillUnit(t: Engine, unitId: Id<"units">, userId: Id<"users">) {
  return await t.run(async (ctx) => {
    const unit = await ctx.db.get("units", unitId);
    if (unit === null) throw new Error("No such unit");
    const { projectId } = unit;
    const storageId = await ctx.storage.store(new Blob(["picture"]));
    const previewId = await ctx.storage.store(new Blob(["preview"]));
    const at = Date.now();
    await ctx.db.insert("photos", {
      ...{ unitId, projectId, storageId, previewId, type: "before", filename: `${unitId}.png` },
      ...{ photoDate: at, createdAt: at },
    });
    await ctx.db.insert("unitNotes", {
      unitId,
      userId,
      content: "n",
      createdAt: at,
      updatedAt: at,
    });
    await ctx.db.insert("timeEntries", {
      ...{ unitId, projectId, userId, startTime: at, date: at, createdAt: at, updatedAt: at },
    });
    return [storageId, previewId];
  });
}

test("removing a unit removes its tasks, photos with files, notes and hours [UNIT-12, API-23, DATA-14, DATA-27, DATA-30, DATA-34]", async () => {
  const { t, manager, templateIds, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101", "102"]);
  const unitId = first(unitIds);
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const files: Id<"_storage">[] = [];
  for (const id of unitIds) files.push(...(await fillUnit(t, id, manager.userId)));

  const answer = await manager.mutation(api.units.remove, { unitId });

  expect(answer).toEqual({ success: true });
  for (const table of ["units", "photos", "unitNotes", "timeEntries"] as const) {
    const rows = await rowsOf(t, table);
    expect(rows.map((row) => ("unitId" in row ? row.unitId : row._id))).toEqual([unitIds[1]]);
  }
  expect((await rowsOf(t, "tasks")).map((task) => task.unitId)).toEqual(
    templateIds.map(() => unitIds[1]),
  );
  const urls = await t.run(
    async (ctx) => await Promise.all(files.map(async (id) => await ctx.storage.getUrl(id))),
  );
  expect(urls.map((url) => url === null)).toEqual([false, false, false, false]);
  await emptyTrash(t, manager);
  const left = await t.run(
    async (ctx) => await Promise.all(files.map(async (id) => await ctx.storage.getUrl(id))),
  );
  expect(left.map((url) => url === null)).toEqual([true, true, false, false]);
  const [project] = await manager.query(api.projects.list, {});
  expect(project?.unitCount).toBe(1);
});

test("what a unit has beyond one transaction goes in further steps [UNIT-12]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  const unitId = first(unitIds);
  await t.run(async (ctx) => {
    for (let hour = 0; hour < 600; hour++) {
      const at = hour * 3_600_000;
      const times = { startTime: at, date: at, createdAt: at, updatedAt: at };
      await ctx.db.insert("timeEntries", { unitId, projectId, userId: manager.userId, ...times });
    }
  });
  vi.useFakeTimers();

  await manager.mutation(api.units.remove, { unitId });
  const left = await rowsOf(t, "timeEntries");
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(left).toHaveLength(100);
  expect(await rowsOf(t, "timeEntries")).toHaveLength(0);
});
