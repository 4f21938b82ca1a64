import { expect, type Page } from "@playwright/test";
import {
  assignNewTask,
  assignTasks,
  createProject,
  setDueDays,
} from "./support/function-client.ts";
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

test("a short board takes one sheet of paper, whatever the length of a category's name [BOARD-11] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const name = "Longword".repeat(10);
  const { id } = await createProject(page, { name: "Sheet Lane", units: ["101", "102"] });
  await assignTasks(page, id, 9);
  await assignNewTask(page, id, { name, category: name });
  await page.goto(`/projects/${id}/board`);
  await expect(page.getByRole("gridcell", { name: /, unit 101, / })).not.toHaveCount(0);

  await page.emulateMedia({ media: "print" });
  const table = page.getByRole("table");
  await expect(table).toBeVisible();
  const right = await table.evaluate((part) => part.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(paper).toMatch(/\/MediaBox \[0 0 792 612\]/);
});

test("a board whose sheets are not loaded says so on paper, and is no blank sheet [BOARD-11]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Late Sheets", units: ["101"] });
  await assignTasks(page, id, 1);
  await page.route("**/board-print-*", (route) => route.abort());
  await page.goto(`/projects/${id}/board`);
  await expect(page.getByRole("gridcell", { name: /, unit 101, / })).toBeVisible();

  // The browser captures the page when the listeners return.
  const printed = await page.evaluate(() => {
    window.dispatchEvent(new Event("beforeprint"));
    return document.querySelector("main")?.textContent;
  });
  expect(printed).toContain("Not loaded yet. Print again in a moment.");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("This could not be loaded yet")).toBeVisible();

  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});

test("on paper the words of usual names stay whole beside all tasks of the master list [BOARD-11]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const project = "Riverside Residences Building";
  const { id } = await createProject(page, { name: project, units: ["Townhouse 7"] });
  await assignTasks(page, id, 42);
  await page.goto("/board?q=Townhouse");
  await expect(page.getByRole("rowheader", { name: `Townhouse 7 ${project}` })).toBeVisible();

  // The width of the print area of a landscape sheet.
  await page.setViewportSize({ width: 980, height: 700 });
  await page.emulateMedia({ media: "print" });
  const cell = page.getByRole("cell", { name: `Townhouse 7 ${project}` });
  await expect(cell).toBeVisible();
  const broken = await cell.evaluate((part) => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const split: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      for (const word of (node.textContent ?? "").matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (range.getClientRects().length > 1) split.push(word[0]);
      }
    }
    return split;
  });
  expect(broken).toEqual([]);
  const right = await page
    .getByRole("table")
    .evaluate((part) => part.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(980);
});
