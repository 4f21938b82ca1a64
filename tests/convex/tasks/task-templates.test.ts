import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { everything, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

async function setupList() {
  const workspace = await setupWorkspace({ templates: 4 });
  const names = async () =>
    (await workspace.manager.query(api.taskTemplates.list, {})).map(({ name }) => name);
  return { ...workspace, names };
}

test("a new task template goes to the end of its category and is no default [OP-21] [DATA-13]", async () => {
  const { manager, names } = await setupList();

  const created = await manager.mutation(api.taskTemplates.create, {
    name: "  New ",
    category: "Plumbing",
  });

  expect(created).toMatchObject({ name: "New", description: null, estimatedHours: null });
  expect(created.isDefault).toBe(false);
  expect(await names()).toEqual(["Task 1", "Task 2", "Task 3", "New", "Task 4"]);
});

test("a resent key adds one task template [OP-21]", async () => {
  const { manager, names } = await setupList();

  for (const name of ["New", "New"]) {
    await manager.mutation(api.taskTemplates.create, { name, key: "k" });
  }

  expect((await names()).filter((name) => name === "New")).toHaveLength(1);
});

test.each([
  ["[VALID-17]", { name: "n".repeat(256) }, "Task name must be at most 255 characters"],
  ["[VALID-17]", { name: " " }, "Task name is required"],
  ["[VALID-17]", { category: "c".repeat(101) }, "Category must be at most 100 characters"],
  ["[VALID-18]", { estimatedHours: 1000 }, "Estimated hours must be a number from 0 to 999.99"],
  ["[VALID-18]", { estimatedHours: 999.995 }, "Estimated hours must be a number from 0 to 999.99"],
  ["[VALID-18]", { estimatedHours: -1 }, "Estimated hours must be a number from 0 to 999.99"],
])("%s a task template with %j is refused", async (_, fields, message) => {
  const { t, manager, templateIds } = await setupList();
  const before = await everything(t);

  const create = manager.mutation(api.taskTemplates.create, { name: "New", ...fields });
  await expect(create).rejects.toMatchObject(refusal("invalid", message));
  const templateId = first(templateIds);
  const update = manager.mutation(api.taskTemplates.update, { templateId, ...fields });
  await expect(update).rejects.toMatchObject(refusal("invalid", message));
  expect(await everything(t)).toBe(before);
});

test("a task template at its caps is accepted, its hours rounded [VALID-17] [VALID-18]", async () => {
  const { manager, templateIds } = await setupList();
  const fields = { name: "n".repeat(255), category: "c".repeat(100), estimatedHours: 999.99 };

  expect(await manager.mutation(api.taskTemplates.create, fields)).toMatchObject(fields);
  const rounded = await manager.mutation(api.taskTemplates.update, {
    templateId: first(templateIds),
    estimatedHours: 1.256,
  });
  expect(rounded.estimatedHours).toBe(1.26);
});

test("changing a task template never changes tasks already assigned [OP-21]", async () => {
  const { t, manager, newUnitWithTasks, templateIds } = await setupList();
  await newUnitWithTasks();
  const before = await rowsOf(t, "tasks");

  const updated = await manager.mutation(api.taskTemplates.update, {
    templateId: first(templateIds),
    name: "Renamed",
    description: null,
    category: "Paint",
    estimatedHours: null,
  });

  expect(updated).toMatchObject({ name: "Renamed", description: null, estimatedHours: null });
  expect(await rowsOf(t, "tasks")).toEqual(before);
});

test("a task template that changes its category goes to the end of the new one [OP-21]", async () => {
  const { manager, names, templateIds } = await setupList();

  const templateId = first(templateIds);
  await manager.mutation(api.taskTemplates.update, { templateId, category: "Paint" });

  expect(await names()).toEqual(["Task 2", "Task 3", "Task 4", "Task 1"]);
});

test("reordered task templates take each other's places; the others stay [OP-21]", async () => {
  const { manager, names, templateIds } = await setupList();
  const [one, , three] = templateIds;

  await manager.mutation(api.taskTemplates.reorder, { templateIds: [three ?? "", one ?? ""] });

  expect(await names()).toEqual(["Task 3", "Task 2", "Task 1", "Task 4"]);
});

test("an order with an unknown, a retired or a doubled id changes nothing [OP-21]", async () => {
  const { t, manager, templateIds } = await setupList();
  const [one = "", two = ""] = templateIds;
  await manager.mutation(api.taskTemplates.retire, { templateId: two });
  const before = await everything(t);

  for (const [order, code] of [
    [[one, "none"], "not_found"],
    [[two, one], "not_found"],
    [[one, one], "invalid"],
    [[], "invalid"],
  ] as const) {
    const reorder = manager.mutation(api.taskTemplates.reorder, { templateIds: [...order] });
    await expect(reorder).rejects.toMatchObject(refusal(code));
  }
  expect(await everything(t)).toBe(before);
});

test("a retired task template is not offered any more, and its tasks stay [OP-21]", async () => {
  const { t, manager, names, newUnitWithTasks, newProject, templateIds } = await setupList();
  await newUnitWithTasks();
  const before = await rowsOf(t, "tasks");
  const templateId = first(templateIds);

  await manager.mutation(api.taskTemplates.retire, { templateId });

  expect(await names()).toEqual(["Task 2", "Task 3", "Task 4"]);
  expect(await rowsOf(t, "tasks")).toEqual(before);
  const { unitIds } = await newProject(["1"]);
  for (const refused of [
    () =>
      manager.mutation(api.tasks.assignToUnit, {
        unitId: first(unitIds),
        templateIds: [templateId],
      }),
    () => manager.mutation(api.taskTemplates.update, { templateId, name: "Back" }),
    () => manager.mutation(api.taskTemplates.retire, { templateId }),
  ]) {
    await expect(refused).rejects.toMatchObject(refusal("not_found", "Task template not found"));
  }
});
