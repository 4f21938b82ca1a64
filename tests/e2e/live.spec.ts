import { expect, type Page } from "@playwright/test";
import { assignTasks, createProject } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

function projectCard(page: Page, name: string) {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
}

async function openUnits(page: Page, projectId: string) {
  await page.goto(`/projects/${projectId}/units`);
  await expect(page.getByRole("heading", { name: "Unit Management" })).toBeVisible();
}

function unitCard(page: Page, name: string) {
  return page
    .locator('[data-slot="card"]')
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
}

test("a project created by one person appears for another [API-53] [PROJ-16] [VALID-03]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  await admin.goto("/projects");
  await manager.goto("/projects");

  await manager.getByRole("button", { name: "Create Project" }).click();
  const dialog = manager.getByRole("dialog", { name: "Create New Project" });
  await dialog.getByLabel("Project Name").fill("Harbour View");
  await dialog.getByLabel("Units").fill("  101 \n\n 102");
  await dialog.getByRole("button", { name: "Create Project" }).click();

  await expect(toastOn(manager, "Project created successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(projectCard(manager, "Harbour View")).toBeVisible();
  await expect(projectCard(admin, "Harbour View")).toBeVisible();

  await projectCard(admin, "Harbour View").getByRole("link", { name: "View Units" }).click();
  await expect(unitCard(admin, "101")).toBeVisible();
  await expect(unitCard(admin, "102")).toBeVisible();
});

test("tasks assigned to a unit appear for another [ASSIGN-12] [ASSIGN-16] [TOAST-12]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { id } = await createProject(manager, { name: "Mill Lane", units: ["A1", "A2"] });
  await openUnits(manager, id);
  await openUnits(admin, id);
  await expect(unitCard(admin, "A1").getByText("0%")).toBeVisible();

  await unitCard(manager, "A1").getByRole("button", { name: "Assign Tasks" }).click();
  const dialog = manager.getByRole("dialog", { name: "Assign Tasks" });
  await dialog.getByRole("listitem").nth(0).getByRole("checkbox").click();
  await dialog.getByRole("listitem").nth(1).getByRole("checkbox").click();
  await expect(dialog.getByText("2 selected")).toBeVisible();
  await dialog.getByRole("button", { name: "Assign 2 Tasks" }).click();

  await expect(toastOn(manager, "Tasks assigned to A1")).toBeVisible();
  await expect(dialog).toBeHidden();
  for (const page of [manager, admin]) {
    await expect(pendingTasks(page, "A1")).toHaveText("2");
    await expect(pendingTasks(page, "A2")).toHaveText("0");
  }
});

test("the dialog for all units follows what somebody else assigns [PROJ-13] [ASSIGN-15]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { id } = await createProject(admin, { name: "Quay House", units: ["Q1", "Q2"] });
  await manager.goto("/projects");

  await projectCard(manager, "Quay House")
    .getByRole("button", { name: "Assign Tasks to All Units" })
    .click();
  const dialog = manager.getByRole("dialog", { name: "Assign Tasks" });
  await expect(dialog).toContainText("Quay House");
  await expect(dialog.getByRole("listitem").nth(40)).toBeAttached();
  const offered = await dialog.getByRole("listitem").count();
  await assignTasks(admin, id, 3);

  await expect(dialog.getByRole("listitem")).toHaveCount(offered - 3);
  await expect(dialog.getByText(`Select All Tasks (${offered - 3})`)).toBeVisible();
});

test("a task completed by one person moves the other's progress [API-53] [DETAIL-08] [UNIT-04]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const { id } = await createProject(manager, { name: "Quay Street", units: ["B1"] });
  await assignTasks(manager, id, 3);
  await openUnits(manager, id);
  await openUnits(admin, id);
  await unitCard(admin, "B1").getByRole("button", { name: "View Details" }).click();
  const seenByAdmin = admin.getByRole("dialog", { name: "B1" }).getByRole("listitem").first();
  await expect(seenByAdmin.getByRole("button", { name: "Completed" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );

  await unitCard(manager, "B1").getByRole("button", { name: "View Details" }).click();
  const task = manager.getByRole("dialog", { name: "B1" }).getByRole("listitem").first();
  await task.getByRole("button", { name: "Completed" }).click();

  await expect(seenByAdmin.getByRole("button", { name: "Completed" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await admin.keyboard.press("Escape");
  await expect(unitCard(admin, "B1").getByText("33%")).toBeVisible();
});

test("a unit deleted by one person disappears for the other [API-53] [UNIT-11] [TOAST-17]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor");
  const { id } = await createProject(manager, { name: "Elm Court", units: ["C1", "C2"] });
  await openUnits(manager, id);
  await openUnits(supervisor, id);
  await expect(unitCard(supervisor, "C1")).toBeVisible();

  await unitCard(manager, "C1").getByRole("button", { name: "Delete C1" }).click();
  const question = manager.getByRole("alertdialog");
  await expect(question).toContainText("tasks, photos and time entries");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(unitCard(manager, "C1")).toBeVisible();

  await unitCard(manager, "C1").getByRole("button", { name: "Delete C1" }).click();
  await question.getByRole("button", { name: "Delete Unit" }).click();

  await expect(toastOn(manager, "Unit deleted")).toBeVisible();
  await expect(unitCard(manager, "C1")).toHaveCount(0);
  await expect(unitCard(supervisor, "C1")).toHaveCount(0);
  await expect(unitCard(supervisor, "C2")).toBeVisible();
});

function pendingTasks(page: Page, unit: string) {
  return unitCard(page, unit).getByRole("definition").nth(2);
}
