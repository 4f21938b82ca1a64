import { expect, type Locator, type Page } from "@playwright/test";
import { assignTasks, createProject, readUnits } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const category = "Safety & Code";

function rows(page: Page): Locator {
  return page.getByRole("list", { name: `Tasks of ${category}` }).getByRole("listitem");
}

async function namesOn(page: Page): Promise<string[]> {
  await expect(rows(page).first()).toBeVisible();
  return await rows(page).evaluateAll((items) =>
    items.map((item) => item.getAttribute("aria-label") ?? ""),
  );
}

async function open(page: Page) {
  await page.goto("/task-templates");
  await expect(page.getByRole("heading", { name: "Master Task List" })).toBeVisible();
}

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("It is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a task template dragged by the pointer moves for everyone [OP-21] [API-53]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  await open(admin);
  await open(manager);
  const [first = "", second = "", ...others] = await namesOn(manager);
  await rows(manager).first().scrollIntoViewIfNeeded();

  const from = await middleOf(manager.getByRole("button", { name: `Reorder ${second}` }));
  const to = await middleOf(manager.getByRole("button", { name: `Reorder ${first}` }));
  await manager.mouse.move(from.x, from.y);
  await manager.mouse.down();
  await manager.mouse.move(from.x, from.y - 10);
  await manager.mouse.move(to.x, to.y - 4, { steps: 5 });
  await manager.mouse.up();

  await expect.poll(() => namesOn(manager)).toEqual([second, first, ...others]);
  await expect.poll(() => namesOn(admin)).toEqual([second, first, ...others]);
});

test("a task template moved by keys moves for everyone [OP-21] [API-53]", async ({ openAs }) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  await open(admin);
  await open(manager);
  const [first = "", second = "", ...others] = await namesOn(manager);

  await manager.getByRole("button", { name: `Reorder ${first}` }).focus();
  await manager.keyboard.press("Space");
  await expect(manager.getByText(`Picked up ${first}`)).toBeAttached();
  await manager.keyboard.press("ArrowDown");
  await expect(manager.getByText(`${first} is at position 2`)).toBeAttached();
  await manager.keyboard.press("Space");

  await expect.poll(() => namesOn(manager)).toEqual([second, first, ...others]);
  await expect.poll(() => namesOn(admin)).toEqual([second, first, ...others]);
});

test("a task template is added, changed and retired, and assigned tasks stay as they are [OP-21]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Stays", units: ["1"] });
  await assignTasks(page, id, 1);
  const [unit] = await readUnits(page, id);
  await open(page);
  const assigned = (await page.getByRole("listitem").locator("p").first().textContent()) ?? "";

  await page.getByRole("button", { name: `Edit ${assigned}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Task" });
  await dialog.getByLabel("Task Name").fill("Renamed by hand");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOn(page, "Task updated successfully")).toBeVisible();
  await page.getByRole("button", { name: "Retire Renamed by hand" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retire Task" }).click();
  await expect(page.getByRole("listitem", { name: "Renamed by hand" })).toHaveCount(0);

  await page.goto(`/projects/${id}/units?unit=${unit?.id ?? ""}`);
  await expect(page.getByRole("dialog").getByText(assigned, { exact: true })).toBeVisible();
});
