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

  // A print without any emulation: the browser captures the page at once, and 60 units need several sheets.
  const paper = (await manager.pdf({ format: "A4" })).toString("latin1");
  expect(paper.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
});

test("a double click on a task of the board moves it one step, and so does a double tap on a phone [BOARD-04]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Double Lane", units: ["101"] });
  await assignTasks(page, id, 2);
  await page.goto(`/projects/${id}/board`);
  await taskOf(page, "101", "not started").first().dblclick();
  await expect(taskOf(page, "101", "in progress")).toHaveCount(1);
  await expect(taskOf(page, "101", "not started")).toHaveCount(1);

  // The second click a while later is meant.
  await taskOf(page, "101", "in progress").click({ delay: 400 });
  await expect(taskOf(page, "101", "completed")).toHaveCount(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^[^M].*, unit 101, not started$/ }).dblclick();
  await expect(page.getByRole("button", { name: /^[^M].*, unit 101, in progress$/ })).toBeVisible();
});

/** The px of a head that its table hides on each side; the names of units cover the left of the table. */
function hiddenSides(head: Element) {
  const box = head.getBoundingClientRect();
  const scroller = head.closest('[role="grid"]')?.parentElement ?? head;
  const names = scroller.querySelector('[data-col="name"]')?.getBoundingClientRect();
  const end = scroller.getBoundingClientRect().left + scroller.clientWidth;
  const hidden = (px: number) => Math.max(0, Math.floor(px));
  return { left: hidden((names?.right ?? 0) - box.left), right: hidden(box.right - end - 1) };
}

test("the keys bring the whole cell of a category into view [BOARD-09]", async ({ openAs }) => {
  const page = await openAs("manager");
  await page.setViewportSize({ width: 1000, height: 700 });
  const { id } = await createProject(page, { name: "Wide Lane", units: ["101"] });
  await assignTasks(page, id, 18);
  await page.goto(`/projects/${id}/board?fold=[]`);
  const heads = page.locator('[role="columnheader"][aria-expanded]');
  await expect(heads.first()).toBeVisible();
  const count = await heads.count();
  await heads.first().focus();
  await page.keyboard.press("ArrowRight");
  for (let at = 1; at < count; at++) {
    const head = heads.nth(at);
    await expect(head).toBeFocused();
    await expect
      .poll(() => head.evaluate(hiddenSides), { message: await head.innerText() })
      .toEqual({ left: 0, right: 0 });
    await page.keyboard.press("ArrowRight");
  }
});

test("the office screen shows two lines of a long name on a phone [BOARD-11] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.setViewportSize({ width: 320, height: 640 });
  const name = "The long house of many words ".repeat(7).trim();
  const { id } = await createProject(page, { name, units: ["101"] });
  await page.goto(`/projects/${id}/board?wall=1`);

  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveAttribute("title", name);
  const lines = await title.evaluate(
    (part) => part.clientHeight / Number.parseFloat(getComputedStyle(part).lineHeight),
  );
  expect(lines).toBeLessThan(2.1);
});
