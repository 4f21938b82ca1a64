import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { first, refusal, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A task that the supervisor has blocked an hour before the manager completes it under the key "tick". */
async function setupTicked() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-04T10:00:00.000Z") });
  const workspace = await setupWorkspace();
  const { manager, supervisor } = workspace;
  const { unitId, taskIds } = await workspace.newUnitWithTasks();
  const taskId = first(taskIds);
  const block = { blockedReason: "parts", blockedNote: "Tap" };
  await supervisor.mutation(api.tasks.update, { taskId, startDate: "2026-03-09", ...block });
  const task = async () => first(await manager.query(api.tasks.list, { unitId }));
  const before = await task();
  vi.advanceTimersByTime(3_600_000);
  await manager.mutation(api.tasks.update, { taskId, status: "completed", key: "tick" });
  vi.advanceTimersByTime(60_000);
  return { ...workspace, taskId, task, before };
}

test("a completion is undone by its key: date and block are as before, with the person and the time of the block [MYDAY-02] [BLOCK-01] [UNDO-01]", async () => {
  const { t, manager, task, before } = await setupTicked();
  expect(await task()).toMatchObject({ baseStatus: "completed", blockedReason: null });

  await manager.mutation(api.undo.byKey, { act: "tick" });
  // A device that got no answer asks again.
  await manager.mutation(api.undo.byKey, { act: "tick" });

  const { updatedAt: _now, ...undone } = await task();
  const { updatedAt: _then, ...expected } = before;
  expect(undone).toEqual(expected);
  const { page } = await manager.query(api.undo.recent, { limit: 1 });
  expect(first(page)).toMatchObject({ isUndo: true, canUndo: true });
  await expectConsistent(t);
});

test("an undo by key overwrites nothing that another person has changed since [MYDAY-02] [UNDO-01]", async () => {
  const { manager, supervisor, taskId, task } = await setupTicked();
  await supervisor.mutation(api.tasks.update, { taskId, status: "in_progress" });
  const theirs = await task();

  const undo = manager.mutation(api.undo.byKey, { act: "tick" });
  await expect(undo).rejects.toMatchObject(refusal("conflict", "This was changed since"));
  expect(await task()).toEqual(theirs);
});

test("an undo by key keeps what another person has changed beside it [MYDAY-02] [UNDO-01]", async () => {
  const { manager, supervisor, taskId, task } = await setupTicked();
  await supervisor.mutation(api.tasks.update, { taskId, dueDate: "2026-03-20" });

  await manager.mutation(api.undo.byKey, { act: "tick" });
  expect(await task()).toMatchObject({
    ...{ baseStatus: "not_started", dueDate: "2026-03-20T12:00:00.000Z", blockedReason: "parts" },
  });
});

test("an undo by key finds only own acts, and none that changed nothing [UNDO-01]", async () => {
  const { manager, supervisor, taskId } = await setupTicked();
  await expect(supervisor.mutation(api.undo.byKey, { act: "tick" })).rejects.toMatchObject(
    refusal("not_found", "Change not found"),
  );
  const again = { taskId, status: "completed", completionDate: "2026-03-04", key: "again" };
  await manager.mutation(api.tasks.update, { ...again, key: "dated" });
  await manager.mutation(api.tasks.update, again);
  await expect(manager.mutation(api.undo.byKey, { act: "again" })).rejects.toMatchObject(
    refusal("conflict", "This was changed since"),
  );
});
