import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { everything, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function setupTasks() {
  const workspace = await setupWorkspace();
  const { manager, templateIds } = workspace;
  const { projectId, unitIds } = await workspace.newProject(["101", "102", "103"]);
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const taskIds = (await rowsOf(workspace.t, "tasks")).map(({ _id }) => _id);
  return { ...workspace, projectId, unitIds, taskIds };
}

test("many tasks are deleted in one act, each an item of the trash with an event of one batch [QUICK-03]", async () => {
  const { t, supervisor, taskIds } = await setupTasks();
  const ids = taskIds.slice(0, 4);

  const answer = await supervisor.mutation(api.tasks.removeMany, {
    ids: [...ids, first(ids)],
    key: "k",
  });

  expect(answer).toMatchObject({ success: true, deleted: 4 });
  expect((await rowsOf(t, "tasks")).map(({ _id }) => _id)).toEqual(taskIds.slice(4));
  const items = await rowsOf(t, "trash");
  expect(items.map(({ recordId }) => recordId)).toEqual(ids);
  const events = (await rowsOf(t, "events")).filter(({ kind }) => kind === "task.removed");
  expect(events.map(({ batchId }) => batchId)).toEqual(ids.map(() => answer.batchId));
  await expectConsistent(t);

  const after = await everything(t);
  expect(await supervisor.mutation(api.tasks.removeMany, { ids, key: "k" })).toEqual(answer);
  expect(await everything(t)).toBe(after);
});

test("many units are deleted in one act with what hangs on them [QUICK-03]", async () => {
  const { t, manager, unitIds, projectId } = await setupTasks();
  const [one = "", two = "", three = ""] = unitIds;

  const { deleted } = await manager.mutation(api.units.removeMany, { ids: [three, one] });

  expect(deleted).toBe(2);
  const left = await manager.query(api.units.list, { projectId });
  expect(left.map(({ id }) => id)).toEqual([two]);
  expect((await rowsOf(t, "tasks")).every(({ unitId }) => unitId === two)).toBe(true);
  expect((await rowsOf(t, "trash")).map(({ kind }) => kind)).toEqual(["unit", "unit"]);
  await expectConsistent(t);
});

test("an unknown id keeps all of them, and its place is told [QUICK-03]", async () => {
  const { t, manager, unitIds, taskIds } = await setupTasks();
  const [one = "", two = ""] = taskIds;
  await manager.mutation(api.tasks.remove, { taskId: two });
  const before = await everything(t);

  const missing = (at: number) => ({
    data: {
      code: "not_found",
      errors: [expect.objectContaining({ path: `ids.${at}` }) as unknown],
    },
  });
  await expect(manager.mutation(api.tasks.removeMany, { ids: [one, two] })).rejects.toMatchObject(
    missing(1),
  );
  await expect(
    manager.mutation(api.units.removeMany, { ids: [one, ...unitIds] }),
  ).rejects.toMatchObject(missing(0));
  for (const ids of [[], Array.from({ length: 501 }, () => one)])
    await expect(manager.mutation(api.tasks.removeMany, { ids })).rejects.toMatchObject(
      refusal("invalid"),
    );
  expect(await everything(t)).toBe(before);
});
