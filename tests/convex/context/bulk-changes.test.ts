import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { everything, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function setupTasks() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-04T10:00:00.000Z") });
  const workspace = await setupWorkspace();
  const { manager } = workspace;
  const { projectId, unitIds } = await workspace.newProject(["101", "102", "103"]);
  const taskIds: Id<"tasks">[] = [];
  for (const unitId of unitIds) {
    const tasks = await manager.mutation(api.tasks.assignToUnit, {
      unitId,
      templateIds: workspace.templateIds,
    });
    taskIds.push(...tasks.map(({ id }) => id));
  }
  return { ...workspace, projectId, unitIds, taskIds };
}

/** Matches the refusal of an act because of the records at these positions. */
function refusalAt(code: string, ...places: number[]) {
  const errors = places.map((at) => expect.objectContaining({ path: `ids.${at}` }) as unknown);
  return { data: expect.objectContaining({ code, errors }) as unknown };
}

test("one change of many tasks answers them in the order sent, each once, and is one batch [QUICK-03]", async () => {
  const { t, supervisor, taskIds } = await setupTasks();
  const [a = "", b = "", c = ""] = taskIds.toReversed();

  const { updated, batchId, items } = await supervisor.mutation(api.tasks.updateMany, {
    ids: [b, a, b, c, a],
    set: { status: "completed", overrideReason: "ignored" },
  });

  expect(updated).toBe(3);
  expect(items.map(({ id }) => id)).toEqual([b, a, c]);
  expect(items.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  const events = (await rowsOf(t, "events")).filter(({ kind }) => kind === "task.updated");
  expect(events.map(({ taskId, batchId: of }) => [taskId, of])).toEqual([
    [b, batchId],
    [a, batchId],
    [c, batchId],
  ]);
});

test("one change of many units answers them as one unit is answered [QUICK-03]", async () => {
  const { manager, supervisor, unitIds } = await setupTasks();

  const { updated, items } = await manager.mutation(api.units.updateMany, {
    ids: unitIds,
    set: { readyByDate: "2026-03-20", monthlyRent: 1250.5 },
  });
  const seen = await supervisor.mutation(api.units.updateMany, {
    ids: unitIds,
    set: { blockedReason: "parts" },
  });

  expect(updated).toBe(3);
  expect(items.map(({ id, monthlyRent }) => [id, monthlyRent])).toEqual(
    unitIds.map((id) => [id, 1250.5]),
  );
  expect(seen.items.map(({ monthlyRent, waitingFor }) => [monthlyRent, waitingFor])).toEqual(
    unitIds.map(() => [null, "parts"]),
  );
});

test("what some tasks refuse is told by their places, and none is changed [QUICK-03]", async () => {
  const { t, manager, taskIds } = await setupTasks();
  const [one = "", two = "", three = "", four = ""] = taskIds;
  await manager.mutation(api.tasks.updateMany, {
    ids: [two, four],
    set: { status: "completed" },
  });
  const before = await everything(t);

  const change = manager.mutation(api.tasks.updateMany, {
    ids: [one, two, three, two, four],
    set: { blockedReason: "parts" },
  });

  await expect(change).rejects.toMatchObject(refusalAt("invalid", 1, 4));
  expect(await everything(t)).toBe(before);
});

test("unknown ids come before what the others refuse, and change nothing [QUICK-03]", async () => {
  const { t, manager, unitIds, taskIds } = await setupTasks();
  const [unitId = ""] = unitIds;
  const [one = "", two = ""] = taskIds;
  await manager.mutation(api.tasks.update, { taskId: one, status: "completed" });
  await manager.mutation(api.tasks.remove, { taskId: two });
  const before = await everything(t);

  const ofTasks = manager.mutation(api.tasks.updateMany, {
    ids: [one, two, "none", unitId],
    set: { blockedReason: "parts" },
  });
  await expect(ofTasks).rejects.toMatchObject(refusalAt("not_found", 1, 2, 3));
  const ofUnits = manager.mutation(api.units.updateMany, {
    ids: [unitId, one],
    set: { startDate: "2026-03-02" },
  });
  await expect(ofUnits).rejects.toMatchObject(refusalAt("not_found", 1));
  expect(await everything(t)).toBe(before);
});

test("an act names 1 to 500 records and sets at least one field [QUICK-03]", async () => {
  const { t, manager, taskIds } = await setupTasks();
  const before = await everything(t);
  const wrong = [
    { ids: [], set: { status: "completed" } },
    { ids: Array.from({ length: 501 }, () => taskIds[0] ?? ""), set: { status: "completed" } },
    { ids: taskIds, set: {} },
    { ids: taskIds, set: { overrideReason: "because", key: "k" } },
    { ids: taskIds, set: null },
    { ids: taskIds, set: [] },
    { ids: taskIds, set: { status: "overdue" } },
  ];

  for (const args of wrong) {
    const change = manager.mutation(api.tasks.updateMany, args);
    await expect(change).rejects.toMatchObject(refusal("invalid"));
  }
  expect(await everything(t)).toBe(before);
});

test("a supervisor who sends one planned date is refused as a whole [QUICK-03]", async () => {
  const { t, supervisor, unitIds } = await setupTasks();
  const before = await everything(t);

  for (const set of [
    { moveOutDate: null, status: "completed" },
    { monthlyRent: 1, blockedReason: "nonsense" },
  ]) {
    const change = supervisor.mutation(api.units.updateMany, { ids: [...unitIds, "none"], set });
    await expect(change).rejects.toMatchObject(refusal("forbidden"));
  }
  expect(await everything(t)).toBe(before);
});

test("an act sent again with its key is done once and answers the same [QUICK-03]", async () => {
  const { t, manager, unitIds, taskIds } = await setupTasks();
  const ofTasks = { ids: taskIds, set: { dueDate: "2026-03-20" }, key: "a" };
  const ofUnits = { ids: unitIds, set: { startDate: "2026-03-02" }, key: "b" };
  const tasks = await manager.mutation(api.tasks.updateMany, ofTasks);
  const units = await manager.mutation(api.units.updateMany, ofUnits);
  const after = await everything(t);

  expect(await manager.mutation(api.tasks.updateMany, ofTasks)).toEqual(tasks);
  expect(await manager.mutation(api.units.updateMany, ofUnits)).toEqual(units);
  const other = manager.mutation(api.units.updateMany, { ...ofUnits, key: "a" });
  await expect(other).rejects.toMatchObject(refusal("conflict"));
  expect(await everything(t)).toBe(after);
});

test("somebody who is not active on the project is refused for a selection [QUICK-03] [WHO-01]", async () => {
  const { t, manager, taskIds, projectId } = await setupTasks();
  const person = { firstName: "Ben", lastName: "Crew", email: "ben@crew.test" };
  const { id } = await manager.mutation(api.teamMembers.create, { ...person, role: "crew_member" });
  const set = { crewMemberId: id };
  const before = await everything(t);

  await expect(
    manager.mutation(api.tasks.updateMany, { ids: taskIds.slice(0, 2), set }),
  ).rejects.toMatchObject(refusalAt("invalid", 0, 1));
  expect(await everything(t)).toBe(before);

  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId: id });
  const { items } = await manager.mutation(api.tasks.updateMany, { ids: taskIds, set });
  expect(items.every(({ crewMemberName }) => crewMemberName === "Ben Crew")).toBe(true);
});
