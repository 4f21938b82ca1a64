import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { everything, first, refusal, setupWorkspace } from "../../support/workspace.ts";

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

/** The changes that the interface sends to bring a unit into each state. */
const ways: Record<string, Record<string, string | null>> = {
  not_started: {},
  in_progress: { startDate: past },
  completed: { startDate: past, completionDate: past },
  on_hold: { startDate: past, status: "on_hold" },
};

const transitions = [
  {
    id: "[UNIT-13]",
    from: "not_started",
    sent: { completionDate: past },
    status: "completed",
    start: null,
    end: past,
  },
  {
    id: "[UNIT-13]",
    from: "on_hold",
    sent: { completionDate: "2025-07-01" },
    status: "completed",
    start: past,
    end: past,
  },
  {
    id: "[UNIT-14]",
    from: "completed",
    sent: { completionDate: null },
    status: "in_progress",
    start: past,
    end: null,
  },
  {
    id: "[UNIT-14]",
    from: "not_started",
    sent: { completionDate: "" },
    status: "in_progress",
    start: null,
    end: null,
  },
  {
    id: "[OP-24]",
    from: "not_started",
    sent: { status: "completed" },
    status: "completed",
    start: null,
    end: now,
  },
  {
    id: "[OP-24]",
    from: "completed",
    sent: { status: "completed" },
    status: "completed",
    start: past,
    end: now,
  },
  {
    id: "[OP-24]",
    from: "completed",
    sent: { status: "not_started" },
    status: "not_started",
    start: past,
    end: null,
  },
  {
    id: "[OP-24]",
    from: "completed",
    sent: { status: "in_progress" },
    status: "in_progress",
    start: past,
    end: null,
  },
  {
    id: "[UNIT-16]",
    from: "completed",
    sent: { status: "on_hold" },
    status: "on_hold",
    start: past,
    end: null,
  },
  {
    id: "[OP-24]",
    from: "not_started",
    sent: { status: "in_progress", startDate: past },
    status: "in_progress",
    start: past,
    end: null,
  },
  {
    id: "[OP-25]",
    from: "not_started",
    sent: { startDate: past },
    status: "in_progress",
    start: past,
    end: null,
  },
  {
    id: "[OP-25]",
    from: "on_hold",
    sent: { startDate: now },
    status: "on_hold",
    start: now,
    end: null,
  },
  {
    id: "[OP-25]",
    from: "completed",
    sent: { startDate: now },
    status: "completed",
    start: now,
    end: past,
  },
  {
    id: "[OP-25]",
    from: "in_progress",
    sent: { startDate: null },
    status: "not_started",
    start: null,
    end: null,
  },
  {
    id: "[OP-25]",
    from: "completed",
    sent: { startDate: null },
    status: "completed",
    start: null,
    end: past,
  },
  {
    id: "[OP-25]",
    from: "on_hold",
    sent: { startDate: null },
    status: "on_hold",
    start: null,
    end: null,
  },
  {
    id: "[UNIT-15]",
    from: "in_progress",
    sent: { startDate: now },
    status: "in_progress",
    start: now,
    end: null,
  },
  { id: "[API-22]", from: "in_progress", sent: {}, status: "in_progress", start: past, end: null },
] as const;

const titled = transitions.map((row) => {
  const title = `${row.id} a unit that is ${row.from}, sent ${JSON.stringify(row.sent)}, is ${row.status}`;
  return [title, row] as const;
});

test.each(titled)("%s", async (_, { from, sent, status, start, end }) => {
  const { manager, unitId, update } = await setupUnit();
  await update(ways[from] ?? {});

  const unit = await update(sent);

  const stored = await manager.query(api.units.get, { unitId });
  expect(unit).toMatchObject({ status, startDate: start, completionDate: end });
  expect(stored).toMatchObject(unit);
});

test.each(["in_progress", "completed"])(
  "clearing the start date of a unit with a task that is %s keeps it in progress [OP-25]",
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
  ["completed without a completion date [OP-24]", { status: "completed", completionDate: null }],
  ["not started with a completion date [OP-24]", { status: "not_started", completionDate: past }],
  ["on hold with a completion date [OP-24]", { status: "on_hold", completionDate: past }],
  ["an unknown status [DATA-10]", { status: "overdue" }],
  ["a date that is none [VALID-20]", { startDate: "tomorrow" }],
  ["a day that does not exist [VALID-20]", { completionDate: "2025-06-31" }],
])("%s is refused and changes nothing", async (_, sent) => {
  const { t, update } = await setupUnit();
  const before = await everything(t);

  await expect(update(sent)).rejects.toMatchObject(refusal("invalid"));
  expect(await everything(t)).toBe(before);
});

test("unit dates may be date-times with an offset [VALID-16]", async () => {
  const { update } = await setupUnit();

  const unit = await update({ startDate: "2025-07-14T09:30:00.000+02:00" });

  expect(unit.startDate).toBe("2025-07-14T07:30:00.000Z");
});

test("an update that changes nothing is no write [DATA-11]", async () => {
  const { t, update } = await setupUnit();
  await update({ startDate: past });
  const before = await everything(t);

  await update({ startDate: past, status: "in_progress" });

  expect(await everything(t)).toBe(before);
});

test("a unit that is gone is not found [VALID-21]", async () => {
  const { manager, unitId } = await setupUnit();
  await manager.mutation(api.units.remove, { unitId });

  for (const call of [
    () => manager.query(api.units.get, { unitId }),
    () => manager.mutation(api.units.update, { unitId, startDate: past }),
    () => manager.mutation(api.units.remove, { unitId }),
    () => manager.query(api.tasks.list, { unitId }),
  ]) {
    await expect(call).rejects.toMatchObject(refusal("not_found", "Unit not found"));
  }
});

test("units carry their three newest photos by photo date [UNIT-06]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  await t.mutation(internal.jobs.seed.prepare, { templates: false });
  const unitId = first(unitIds);
  await t.run(async (ctx) => {
    const { addPhoto } = await import("../../../convex/model/photos/photoWrites.ts");
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

test("the pages of a project are its list, whatever is added and deleted after they were asked [UNIT-01]", async () => {
  const { manager, newProject } = await setupWorkspace();
  const names = Array.from({ length: 60 }, (_, index) => `Unit ${index + 1}`);
  const { projectId, unitIds } = await newProject(names);
  const pages = await manager.query(api.board.pages, { projectId });
  const read = () =>
    Promise.all(pages.map((range) => manager.query(api.units.list, { projectId, ...range })));
  expect((await read()).map((page) => page.length)).toEqual([10, 10, 10, 10, 10, 10]);

  await manager.mutation(api.units.remove, { unitId: unitIds[24]! });
  await manager.mutation(api.units.remove, { unitId: unitIds[30]! });
  await manager.mutation(api.units.create, { projectId, units: ["Late 1", "Late 2"] });

  const after = await read();
  expect(after.map((page) => page.length)).toEqual([10, 10, 9, 9, 10, 12]);
  expect(after.flat()).toEqual(await manager.query(api.units.list, { projectId }));
});
