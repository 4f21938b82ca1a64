import { expect, type Page } from "@playwright/test";
import { assignTasks, createProject } from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const taskOf = (page: Page, unit: string, state: string) =>
  page.getByRole("gridcell", { name: new RegExp(`, unit ${unit}, ${state}$`) });

test("the menu leads to the board; a tap of one person is seen by another, and paper gets every unit [BOARD-01, BOARD-05, BOARD-11]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor");
  const units = Array.from({ length: 59 }, (_, index) => String(101 + index));
  units.push("W".repeat(200));
  const { id } = await createProject(manager, { name: "Mill Lane", units });
  await assignTasks(manager, id, 2);

  await manager.goto("/");
  await manager.getByRole("link", { name: "Turn Board" }).click();
  await expect(manager).toHaveURL(/\/board$/);
  await supervisor.goto(`/projects/${id}/board`);
  await expect(taskOf(manager, "101", "not started")).toHaveCount(2);

  await taskOf(manager, "101", "not started").first().click();
  await expect(taskOf(supervisor, "101", "in progress")).toBeVisible();
  await taskOf(supervisor, "101", "in progress").press("Space");
  await expect(taskOf(manager, "101", "completed")).toBeVisible();

  // Only some of the 60 units are rendered on the screen, but all of them on paper.
  await expect(supervisor.getByRole("rowheader")).not.toHaveCount(60);
  await supervisor.emulateMedia({ media: "print" });
  await expect(supervisor.getByRole("table").locator("tbody tr")).toHaveCount(60);
  // A long name must not push the tasks off the sheet.
  const width = await supervisor.getByRole("table").evaluate((table) => table.clientWidth);
  expect(width).toBeLessThanOrEqual(supervisor.viewportSize()?.width ?? 0);
});
