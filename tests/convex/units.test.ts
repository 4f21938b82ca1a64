import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api.js";
import type { Id } from "../../convex/_generated/dataModel.js";
import {
  type Engine,
  everything,
  first,
  refusal,
  rowsOf,
  setupWorkspace,
} from "../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const now = "2025-07-16T10:00:00.000Z";
const past = "2025-07-01T12:00:00.000Z";

async function setupUnit() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
  const workspace = await setupWorkspace();
  const { projectId, unitIds } = await workspace.newProject(["101"]);
  const unitId = first(unitIds);
  const update = async (fields: Record<string, string | null>) =>
    await workspace.manager.mutation(api.units.update, { unitId, ...fields });
  return { ...workspace, projectId, unitId, update };
}

/** Brings the unit into a state by what the interface would send. */
const ways: Record<string, Record<string, string | null>> = {
  not_started: {},
  in_progress: { startDate: past },
  completed: { startDate: past, completionDate: past },
  on_hold: { startDate: past, status: "on_hold" },
};

test.each([
  ["[UNIT-13]", "not_started", { completionDate: past }, "completed", null, past],
  ["[UNIT-13]", "on_hold", { completionDate: "2025-07-01" }, "completed", past, past],
  ["[UNIT-14]", "completed", { completionDate: null }, "in_progress", past, null],
  ["[UNIT-14]", "not_started", { completionDate: "" }, "in_progress", null, null],
  ["[OP-24]", "not_started", { status: "completed" }, "completed", null, now],
  ["[OP-24]", "completed", { status: "completed" }, "completed", past, now],
  ["[OP-24]", "completed", { status: "not_started" }, "not_started", past, null],
  ["[OP-24]", "completed", { status: "in_progress" }, "in_progress", past, null],
  ["[UNIT-16]", "completed", { status: "on_hold" }, "on_hold", past, null],
  ["[OP-24]", "not_started", { status: "in_progress", startDate: past }, "in_progress", past, null],
  ["[OP-25]", "not_started", { startDate: past }, "in_progress", past, null],
  ["[OP-25]", "on_hold", { startDate: now }, "on_hold", now, null],
  ["[OP-25]", "completed", { startDate: now }, "completed", now, past],
  ["[OP-25]", "in_progress", { startDate: null }, "not_started", null, null],
  ["[OP-25]", "completed", { startDate: null }, "completed", null, past],
  ["[OP-25]", "on_hold", { startDate: null }, "on_hold", null, null],
  ["[UNIT-15]", "in_progress", { startDate: now }, "in_progress", now, null],
  ["[API-22]", "in_progress", {}, "in_progress", past, null],
] as const)("%s a unit that is %s, sent %j, is %s", async (_, from, sent, status, start, end) => {
  const { manager, unitId, update } = await setupUnit();
  await update(ways[from] ?? {});

  const unit = await update(sent);

  const stored = await manager.query(api.units.get, { unitId });
  expect(unit).toMatchObject({ status, startDate: start, completionDate: end });
  expect(stored).toMatchObject(unit);
});

test.each(["in_progress", "completed"])(
  "[OP-25] clearing the start date of a unit with a task that is %s keeps it in progress",
  async (status) => {
    const { manager, templateIds, unitId, update } = await setupUnit();
    const tasks = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
    await manager.mutation(api.tasks.update, { taskId: first(tasks).id, status });
    await update({ startDate: past });

    const unit = await update({ startDate: null });

    vi.useRealTimers();
    expect(unit).toMatchObject({ status: "in_progress", startDate: null });
  },
);

test.each([
  ["[OP-24] completed without a completion date", { status: "completed", completionDate: null }],
  ["[OP-24] not started with a completion date", { status: "not_started", completionDate: past }],
  ["[OP-24] on hold with a completion date", { status: "on_hold", completionDate: past }],
  ["[DATA-10] an unknown status", { status: "overdue" }],
  ["[VALID-20] a date that is none", { startDate: "tomorrow" }],
  ["[VALID-20] a day that does not exist", { completionDate: "2025-06-31" }],
])("%s is refused and changes nothing", async (_, sent) => {
  const { t, update } = await setupUnit();
  const before = await everything(t);

  await expect(update(sent)).rejects.toMatchObject(refusal("invalid"));
  expect(await everything(t)).toBe(before);
});

test("[VALID-16] unit dates may be date-times with an offset", async () => {
  const { update } = await setupUnit();

  const unit = await update({ startDate: "2025-07-14T09:30:00.000+02:00" });

  expect(unit.startDate).toBe("2025-07-14T07:30:00.000Z");
});

test("[DATA-08] an update that changes nothing is no write", async () => {
  const { t, update } = await setupUnit();
  await update({ startDate: past });
  const before = await everything(t);

  await update({ startDate: past, status: "in_progress" });

  expect(await everything(t)).toBe(before);
});

test("[VALID-21] a unit that is gone is not found", async () => {
  const { manager, unitId } = await setupUnit();
  await manager.mutation(api.units.remove, { unitId });

  for (const call of [
    manager.query(api.units.get, { unitId }),
    manager.mutation(api.units.update, { unitId, startDate: past }),
    manager.mutation(api.units.remove, { unitId }),
    manager.query(api.tasks.list, { unitId }),
  ]) {
    await expect(call).rejects.toMatchObject(refusal("not_found", "Unit not found"));
  }
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

test("[UNIT-12] removing a unit removes its tasks, photos with files, notes and hours", async () => {
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
  expect(urls.map((url) => url === null)).toEqual([true, true, false, false]);
  const [project] = await manager.query(api.projects.list, {});
  expect(project?.unitCount).toBe(1);
});

test("[UNIT-12] what a unit has beyond one transaction goes in further steps", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  const unitId = first(unitIds);
  await t.run(async (ctx) => {
    for (let hour = 0; hour < 2100; hour++) {
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

test("[UNIT-06] units carry their three newest photos by photo date", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  await t.mutation(internal.jobs.seed.prepare, { templates: false });
  const unitId = first(unitIds);
  await t.run(async (ctx) => {
    const { addPhoto } = await import("../../convex/model/photos.ts");
    const viewer = await ctx.db.get("users", manager.userId);
    if (viewer === null) throw new Error("No such user");
    for (const [order, photoDate] of [30, 10, 40, 20].entries()) {
      const storageId = await ctx.storage.store(new Blob(["picture"]));
      const photo = { unitId, projectId, storageId, filename: `${photoDate}.png`, photoDate };
      await addPhoto({ ...ctx, viewer }, { ...photo, type: "progress", createdAt: order });
    }
  });

  const [unit] = await manager.query(api.units.list, { projectId });

  expect(unit?.recentPhotos.map((photo) => photo.filename)).toEqual(["40.png", "30.png", "20.png"]);
  expect(unit?.recentPhotos[0]).toMatchObject({
    unitId,
    type: "progress",
    originalName: null,
    fileSize: null,
    mimeType: null,
    uploadedBy: manager.userId,
    caption: null,
    photoDate: new Date(40).toISOString(),
  });
});
