import { expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./support/accessibility.ts";
import { assignTasks, createProject } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { phone, test } from "./support/test.ts";

test.use({ seed: "templates" });

function card(page: Page, name: string) {
  return page.getByRole("list", { name: "Projects" }).getByRole("listitem", { name });
}

async function choose(page: Page, { project, action }: { project: string; action: string }) {
  await page.goto("/projects");
  await page.getByRole("button", { name: `More actions for ${project}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("units added to a project appear for another [OP-21] [API-53]", async ({ openAs }) => {
  const supervisor = await openAs("supervisor");
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Larch Terrace", units: ["101"] });
  await supervisor.goto(`/projects/${id}/units`);
  await expect(supervisor.getByRole("heading", { name: "101" })).toBeVisible();

  await choose(manager, { project: "Larch Terrace", action: "Add Units" });
  const dialog = manager.getByRole("dialog", { name: "Add Units" });
  await dialog.getByLabel("Units").fill(" 102 \n\n103");
  await dialog.getByRole("button", { name: "Add Units" }).click();

  await expect(toastOn(manager, "2 units added")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(supervisor.getByRole("heading", { name: "102" })).toBeVisible();
  await expect(supervisor.getByRole("heading", { name: "103" })).toBeVisible();
});

test("a deleted project is named with its contents and gone for everyone [OP-21] [API-53]", async ({
  openAs,
}) => {
  const supervisor = await openAs("supervisor");
  const admin = await openAs("admin");
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Birch Row", units: ["1", "2"] });
  await assignTasks(manager, id, 3);
  await supervisor.goto(`/projects/${id}/units`);
  await expect(supervisor.getByRole("heading", { name: "Unit Management" })).toBeVisible();
  await admin.goto("/projects");
  await expect(card(admin, "Birch Row")).toBeVisible();

  await choose(manager, { project: "Birch Row", action: "Delete Project" });
  const question = manager.getByRole("alertdialog", { name: "Delete Birch Row?" });
  await expect(question).toContainText("2 units and 6 tasks");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(card(manager, "Birch Row")).toBeVisible();

  await choose(manager, { project: "Birch Row", action: "Delete Project" });
  await question.getByRole("button", { name: "Delete Project" }).click();

  await expect(toastOn(manager, "Project deleted")).toBeVisible();
  await expect(card(manager, "Birch Row")).toHaveCount(0);
  await expect(card(admin, "Birch Row")).toHaveCount(0);
  await expect(supervisor.getByText("Project not found")).toBeVisible();
});

test("a status chosen on a card is seen by another [PROJ-05] [PROJ-23] [DASH-11]", async ({
  openAs,
}) => {
  const supervisor = await openAs("supervisor");
  const manager = await openAs("manager");
  await createProject(manager, { name: "Cedar Yard", units: ["1"] });
  await manager.goto("/projects");
  await supervisor.goto("/projects");
  await expect(card(supervisor, "Cedar Yard")).toContainText("Active");

  await card(manager, "Cedar Yard")
    .getByRole("button", { name: /^Status: Active/ })
    .click();
  await manager.getByRole("menuitem", { name: /^Complete/ }).click();

  await expect(card(manager, "Cedar Yard")).toContainText("Complete");
  await expect(card(supervisor, "Cedar Yard")).toContainText("Complete");
});

test("the create dialog is filled and left by keyboard, on a phone too [PROJ-14] [PROJ-15]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  await page.goto("/projects");
  await page.getByRole("button", { name: "Create Project" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Project" });
  const name = dialog.getByLabel("Project Name");
  await expect(name).toBeFocused();
  await page.keyboard.type("Half a name");
  await expectNoSidewaysScroll(page);

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Create Project" })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(name).toHaveValue("");
});
