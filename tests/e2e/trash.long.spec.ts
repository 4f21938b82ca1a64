import { expect, type Page } from "@playwright/test";
import { api } from "../../convex/_generated/api.js";
import { expectAccessible } from "./support/accessibility.ts";
import {
  assignTasks,
  createProject,
  deleteUnit,
  functionClient,
  readTasks,
  readUnits,
} from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("a unit is restored from the trash by keyboard, with its tasks, for everybody at once [TRASH-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { id } = await createProject(manager, { name: "Trash Court", units: ["T1", "T2"] });
  await assignTasks(manager, id, 3);
  const [unit] = await readUnits(manager, id);
  await deleteUnit(manager, unit?.id ?? "");
  await admin.goto(`/projects/${id}/units`);
  await expect(admin.getByRole("heading", { name: "T2" })).toBeVisible();
  await expect(admin.getByRole("heading", { name: "T1" })).toBeHidden();

  await manager.goto("/trash");
  await expect(row(manager, "T1")).toContainText("Trash Court");
  await expectAccessible(manager);
  await row(manager, "T1").getByRole("button", { name: "Restore T1" }).focus();
  await manager.keyboard.press("Enter");

  await expect(toastOn(manager, "Restored")).toBeVisible();
  await expect(row(manager, "T1")).toHaveCount(0);
  await expect(admin.getByRole("heading", { name: "T1" })).toBeVisible();
  expect(await readTasks(manager, unit?.id ?? "")).toHaveLength(3);
});

test("removing for good asks, by keyboard alone, and gives the focus back [TRASH-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Gone Court", units: ["G1", "G2"] });
  for (const unit of await readUnits(manager, id)) await deleteUnit(manager, unit.id);
  await manager.goto(`/trash?project=${id}`);
  const remove = manager.getByRole("button", { name: "Remove G1 for good" });
  const question = manager.getByRole("alertdialog", { name: "Remove G1 for good?" });

  await remove.focus();
  await manager.keyboard.press("Enter");
  await expect(question).toBeVisible();
  await expectAccessible(manager);
  await manager.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();

  await manager.keyboard.press("Enter");
  await question.getByRole("button", { name: "Remove for Good" }).focus();
  await manager.keyboard.press("Enter");
  await expect(toastOn(manager, "Removed for good")).toBeVisible();
  await expect(row(manager, "G1")).toHaveCount(0);
  await expect(row(manager, "G2")).toHaveCount(1);
});

test("the focus stays where a restore is refused, and goes to the next record from a restored one [TRASH-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Focus Court", units: ["F1", "F2", "F3"] });
  const units = await readUnits(manager, id);
  for (const unit of units.slice(0, 2)) await deleteUnit(manager, unit.id);
  const client = await functionClient(manager);
  await client.mutation(api.projects.remove, { projectId: id });
  await manager.goto("/trash");
  const restore = (name: string) => manager.getByRole("button", { name: `Restore ${name}` });

  await restore("F1").focus();
  await manager.keyboard.press("Enter");
  await expect(toastOn(manager, "Error")).toBeVisible();
  await expect(restore("F1")).toBeEnabled();
  await expect(restore("F1")).toBeFocused();

  await restore("Focus Court").focus();
  await manager.keyboard.press("Enter");
  await expect(restore("Focus Court")).toHaveCount(0);
  await expect(restore("F2")).toBeFocused();

  await manager.goto(`/trash?project=${id}`);
  await restore("F2").focus();
  await manager.keyboard.press("Enter");
  await expect(restore("F2")).toHaveCount(0);
  await expect(restore("F1")).toBeFocused();
  await manager.keyboard.press("Enter");
  await expect(restore("F1")).toHaveCount(0);
  await expect(manager.getByRole("heading", { name: "Trash" })).toBeFocused();
});
