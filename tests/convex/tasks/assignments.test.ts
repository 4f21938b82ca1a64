import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { assignmentTarget } from "../../../convex/rules/inputs/tasks.ts";
import { everything, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

test("a task copies its template and starts not started [ASSIGN-17, API-17, API-18, DATA-15, DATA-16, DATA-17, DATA-18, DATA-19]", async () => {
  const { manager, newProject, templateIds } = await setupWorkspace();
  const { unitIds } = await newProject();
  const unitId = first(unitIds);

  const tasks = await manager.mutation(api.tasks.assignToUnit, {
    unitId,
    templateIds: [...templateIds].reverse(),
  });

  expect(tasks).toEqual(await manager.query(api.tasks.list, { unitId }));
  expect(tasks.map((task) => task.name)).toEqual(["Task 1", "Task 2", "Task 3"]);
  expect(tasks[1]).toMatchObject({
    unitId,
    templateId: templateIds[1],
    description: "What task 2 is",
    category: "Paint",
    estimatedHours: 1.5,
    sortOrder: 20,
    status: "not_started",
    baseStatus: "not_started",
    assignedToId: null,
    startDate: null,
    dueDate: null,
    completionDate: null,
    actualHours: null,
    notes: null,
  });
});

test("assigning again creates only what is missing [ASSIGN-18]", async () => {
  const { manager, newProject, templateIds } = await setupWorkspace();
  const { unitIds } = await newProject();
  const unitId = first(unitIds);
  const [one = ""] = templateIds;
  await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds: [one, one] });

  const second = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
  const third = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });

  expect(second.map((task) => task.name)).toEqual(["Task 2", "Task 3"]);
  expect(third).toEqual([]);
  expect(await manager.query(api.tasks.list, { unitId })).toHaveLength(3);
});

test("requests sent at the same time create each task once [ASSIGN-18]", async () => {
  const { t, manager, supervisor, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject();
  const unitId = first(unitIds);

  await Promise.all([
    manager.mutation(api.tasks.assignToUnit, { unitId, templateIds }),
    supervisor.mutation(api.tasks.assignToAllUnits, { projectId, templateIds }),
    manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds }),
  ]);

  expect(await rowsOf(t, "tasks")).toHaveLength(unitIds.length * templateIds.length);
});

test("a task that was removed can be assigned again [ASSIGN-18]", async () => {
  const { manager, newUnitWithTasks, templateIds } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  await manager.mutation(api.tasks.remove, { taskId: first(taskIds) });

  const created = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });

  expect(created.map((task) => task.name)).toEqual(["Task 1"]);
});

test("a resent key answers with the first result [ASSIGN-18]", async () => {
  const { manager, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject();
  const one = { unitId: first(unitIds), templateIds, key: "one" };
  const all = { projectId, templateIds, key: "all" };

  const tasks = await manager.mutation(api.tasks.assignToUnit, one);
  const counts = await manager.mutation(api.tasks.assignToAllUnits, all);

  expect(await manager.mutation(api.tasks.assignToUnit, one)).toEqual(tasks);
  expect(await manager.mutation(api.tasks.assignToAllUnits, all)).toEqual(counts);
});

test("applying to all gives every unit the tasks once and says what it did [API-19]", async () => {
  const { manager, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["1", "2", "3"]);
  await manager.mutation(api.tasks.assignToUnit, {
    unitId: first(unitIds),
    templateIds: [first(templateIds)],
  });

  const answer = await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });

  expect(answer).toEqual({ created: 8, skipped: 1, unitCount: 3, pending: null });
  const units = await manager.query(api.units.list, { projectId });
  expect(units.map((unit) => unit.totalTasks)).toEqual([3, 3, 3]);
});

test("a template counts as assigned only when every unit has it [ASSIGN-08]", async () => {
  const { manager, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["1", "2"]);
  const [one = "", two = ""] = templateIds;
  const [unitId = "", otherId = ""] = unitIds;
  const assigned = async () =>
    (await manager.query(api.tasks.assigned, { projectId })).templateIds.slice();

  await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds: [one, two] });
  expect(await assigned()).toEqual([]);
  await manager.mutation(api.tasks.assignToUnit, { unitId: otherId, templateIds: [one] });
  expect(await assigned()).toEqual([one]);
  await manager.mutation(api.units.remove, { unitId: otherId });
  expect((await assigned()).sort()).toEqual([one, two].sort());
  await manager.mutation(api.units.remove, { unitId });
  expect(await assigned()).toEqual([]);
});

test.each([
  ["nothing chosen [VALID-05]", () => [], "invalid"],
  ["an unknown template [VALID-05]", (ids: string[]) => [...ids, "nothing"], "not_found"],
  ["101 templates [OP-56]", () => Array.from({ length: 101 }, (_, n) => `${n}`), "invalid"],
])("%s is refused and creates nothing", async (_, chosen, code) => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject();
  const sent = { templateIds: chosen(templateIds) };
  const before = await everything(t);

  for (const call of [
    () => manager.mutation(api.tasks.assignToUnit, { unitId: first(unitIds), ...sent }),
    () => manager.mutation(api.tasks.assignToAllUnits, { projectId, ...sent }),
  ]) {
    await expect(call).rejects.toMatchObject(refusal(code));
  }
  expect(await everything(t)).toBe(before);
});

test("100 templates are assigned at once [OP-56]", async () => {
  const { manager, newUnitWithTasks } = await setupWorkspace({ templates: 100 });

  const { unitId } = await newUnitWithTasks();

  expect(await manager.query(api.tasks.list, { unitId })).toHaveLength(100);
});

// Only the host has limits; convex-test takes four times as long for the same.
const manyUnits = process.env["TEST_ENGINE"] === "host" ? 100 : 40;

test(
  "50 templates are applied to 100 units in one transaction [LIMIT-09]",
  { timeout: 60_000 },
  async () => {
    const { manager, newProject, templateIds } = await setupWorkspace({ templates: 50 });
    const names = Array.from({ length: manyUnits }, (_, index) => `Unit ${index}`);
    const { projectId } = await newProject(names);

    const answer = await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });

    const units = await manager.query(api.units.list, { projectId });
    const again = await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
    const taskCount = 50 * manyUnits;
    expect(answer).toEqual({
      ...{ created: taskCount, skipped: 0, unitCount: manyUnits, pending: null },
    });
    expect(units.every((unit) => unit.notStartedTasks === 50)).toBe(true);
    expect(again).toEqual({
      ...{ created: 0, skipped: taskCount, unitCount: manyUnits, pending: null },
    });
  },
);

test("an assignment to neither a unit nor a project is invalid [ASSIGN-14]", () => {
  expect(() => assignmentTarget({})).toThrow(new Error("Invalid assignment mode"));
  expect(() => assignmentTarget({ unitId: null, projectId: null })).toThrow(
    new Error("Invalid assignment mode"),
  );
  expect(assignmentTarget({ unitId: "u" })).toEqual({ unitId: "u" });
  expect(assignmentTarget({ projectId: "p" })).toEqual({ projectId: "p" });
});
