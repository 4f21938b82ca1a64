import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { addEvents, none, setupLargeTask } from "../../support/large-task.ts";
import { expectWholeTrash } from "../../support/whole-trash.ts";
import { setupWorkspace, storedRowsOf } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Sets up a task with more parts than an act changes, and a unit that it can be deleted with. */
async function setupTaskOfUnit() {
  const workspace = await setupLargeTask({ events: 60, blocks: 60, photos: 60 });
  const { t, manager, unitId, finish } = workspace;
  const restoreItemOf = async (id: string) => {
    const item = (await storedRowsOf(t, "trash")).find(({ recordId }) => recordId === id);
    await manager.mutation(api.trash.restore, { itemId: item!._id });
    await finish();
  };
  const removeUnit = () => manager.mutation(api.units.remove, { unitId });
  return { ...workspace, removeUnit, restoreItemOf };
}

test("a task that was deleted just before its unit stays in the trash with all its parts when the unit comes back [TRASH-01]", async () => {
  const { t, unitId, taskId, finish, remove, parts, all, removeUnit, restoreItemOf } =
    await setupTaskOfUnit();
  await remove();
  await removeUnit();
  await finish();

  await restoreItemOf(unitId);
  expect(await parts()).toEqual(none);
  await expectWholeTrash(t);

  await restoreItemOf(taskId);
  expect(await parts()).toEqual(all);
  await expectConsistent(t);
});

test("the events of a task that is removed for good while its unit is in the trash stay off the dashboard [TRASH-01]", async () => {
  const { t, manager, unitId, taskId, finish, remove, parts, removeUnit, restoreItemOf } =
    await setupTaskOfUnit();
  await remove();
  await removeUnit();
  await finish();
  const item = (await storedRowsOf(t, "trash")).find(({ recordId }) => recordId === taskId);
  await manager.mutation(api.trash.remove, { itemId: item!._id });
  await finish();

  await restoreItemOf(unitId);

  expect(await parts()).toEqual(none);
  await expectConsistent(t);
});

test("a unit comes back with the photos on its card after a task left them while it was in the trash [TRASH-01]", async () => {
  const { t, unitId, remove, removeUnit, finish, restoreItemOf } = await setupTaskOfUnit();
  await remove();
  await removeUnit();
  await finish();

  await restoreItemOf(unitId);

  const [unit] = await storedRowsOf(t, "units");
  expect(unit?.recentPhotos.map(({ filename, taskId }) => ({ filename, taskId }))).toEqual([
    { filename: "59.png", taskId: undefined },
    { filename: "58.png", taskId: undefined },
    { filename: "57.png", taskId: undefined },
  ]);
  await expectConsistent(t);
});

test("a completed unit with many parts comes back with the blocked days of its turn [TRASH-01] [OP-29]", async () => {
  const { t, manager, newUnitWithTasks } = await setupWorkspace();
  vi.useFakeTimers();
  const at = (day: number) => Date.UTC(2026, 2, day, 15);
  vi.setSystemTime(at(2));
  const { unitId } = await newUnitWithTasks();
  const update = (fields: object) => manager.mutation(api.units.update, { unitId, ...fields });
  await update({ blockedReason: "parts", moveOutDate: new Date(at(1)).toISOString() });
  vi.setSystemTime(at(10));
  await update({ blockedReason: null });
  await update({ status: "completed" });
  await t.run(async ({ db }) => {
    const note = { unitId, userId: manager.userId, content: "A note.", updatedAt: 0 };
    for (let nth = 0; nth < 600; nth += 1)
      await db.insert("unitNotes", { ...note, createdAt: nth });
  });
  const days = async () => (await storedRowsOf(t, "turnSplits")).map((split) => split.days);
  const before = await days();
  await manager.mutation(api.units.remove, { unitId });
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  const [item] = await storedRowsOf(t, "trash");
  await manager.mutation(api.trash.restore, { itemId: item!._id });
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(before).toMatchObject([{ blocked: { parts: 8 } }]);
  expect(await days()).toEqual(before);
});

test("a task with more photos than its item of the trash can name leaves and comes back whole [TRASH-01]", async () => {
  const { t, manager, taskId, finish, remove, parts, all, restoreItemOf } = await setupTaskOfUnit();
  await remove();
  await t.run(async ({ db }) => {
    const [item] = await db.query("trash").collect();
    const [id, ...others] = item!.photoIds!;
    // The photos that earlier steps would have left.
    const left = Array.from({ length: 8160 }, () => id!);
    await db.patch("trash", item!._id, { photoIds: [...left, id!, ...others] });
  });
  await finish();
  expect(await parts()).toMatchObject({ listed: 0, blocks: 0 });

  const [item] = await storedRowsOf(t, "trash");
  await manager.mutation(api.trash.restore, { itemId: item!._id });
  await remove();
  await finish();
  expect(await parts()).toMatchObject({ listed: 0, blocks: 0 });

  await restoreItemOf(taskId);
  expect(await parts()).toEqual(all);
});

test("a block that ends before the steps of its task's restoration have returned it is not in force later [TRASH-01] [OP-29]", async () => {
  const { t, manager, taskId, finish, remove, restore } = await setupTaskOfUnit();
  await manager.mutation(api.tasks.update, { taskId, blockedReason: "parts" });
  await remove();
  await finish();

  await restore();
  await manager.mutation(api.tasks.update, { taskId, blockedReason: null });
  await finish();

  const blocks = await storedRowsOf(t, "blocks");
  expect(blocks.filter(({ to }) => to === undefined)).toEqual([]);
  await expectConsistent(t);
});

test("the events of a photo and of hours that change or leave while their unit comes back in steps are listed as they are then [TRASH-01]", async () => {
  const { t, manager, projectId, unitId, finish, removeUnit, restore } = await setupTaskOfUnit();
  const [photo] = await storedRowsOf(t, "photos");
  const hours = { startTime: "2026-03-02T07:00:00Z", endTime: "2026-03-02T16:00:00Z" };
  const entry = { projectId, unitId, date: "2026-03-02", ...hours };
  const { id: timeEntryId } = await manager.mutation(api.timeEntries.create, entry);
  const { id: changedId } = await manager.mutation(api.timeEntries.create, entry);
  const about = { projectId, unitId, userId: manager.userId, label: "", inFeed: true };
  for (const part of [{ photoId: photo!._id }, { timeEntryId }, { timeEntryId: changedId }])
    await addEvents(t, 1, { ...about, ...part });
  await addEvents(t, 600, about);
  await removeUnit();
  await finish();

  await restore();
  await manager.mutation(api.photos.remove, { photoId: photo!._id });
  await manager.mutation(api.timeEntries.remove, { timeEntryId });
  const endTime = "2026-03-02T15:00:00Z";
  await manager.mutation(api.timeEntries.update, { timeEntryId: changedId, endTime });
  await finish();

  const shown = async () =>
    (await storedRowsOf(t, "events"))
      .filter(({ inFeed }) => inFeed)
      .flatMap(({ kind, photoId, timeEntryId: id }) =>
        (photoId ?? id) ? [{ kind, photoId, id }] : [],
      );
  expect(await shown()).toMatchObject([{ kind: "time.updated", id: changedId }]);
  for (const { _id: itemId } of await storedRowsOf(t, "trash"))
    await manager.mutation(api.trash.restore, { itemId });
  await finish();
  expect((await shown()).map(({ photoId, id }) => photoId ?? id).sort()).toEqual(
    [changedId, photo!._id, timeEntryId, timeEntryId].sort(),
  );
});
