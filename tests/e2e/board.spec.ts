import { expect, type Page } from "@playwright/test";
import { assignTasks, createProject, setDueDays } from "./support/function-client.ts";
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

test("on paper a folded category is named once, and no sign covers the circle of its task [BOARD-11]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Paper Lane", units: ["101"] });
  await assignTasks(page, id, 9);
  await setDueDays(page, id, "2020-01-02");
  await page.goto(`/projects/${id}/board`);
  const head = page.locator('[role="columnheader"][aria-expanded]');
  const folded = (await head.first().getAttribute("aria-label")) ?? "";
  await head.first().click();
  await expect(page.getByRole("columnheader", { name: `${folded}, completed` })).toBeVisible();

  await page.emulateMedia({ media: "print" });
  const paper = page.getByRole("table");
  await expect(paper.locator("th").getByText(folded, { exact: true })).toHaveCount(1);
  const marks = paper.locator("tbody").locator("span:has(> span + span)");
  await expect(marks).not.toHaveCount(0);
  for (const mark of await marks.all()) {
    const boxes = [mark.locator("> span").first(), mark.locator("> span").last()];
    const [circle, sign] = await Promise.all(boxes.map((box) => box.boundingBox()));
    expect(sign?.y).toBeGreaterThanOrEqual((circle?.y ?? 0) + (circle?.height ?? 0));
  }
});
