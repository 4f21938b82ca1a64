import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { none, setupLargeTask } from "../../support/large-task.ts";
import { expectWholeTrash } from "../../support/whole-trash.ts";
import { storedRowsOf } from "../../support/workspace.ts";

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
