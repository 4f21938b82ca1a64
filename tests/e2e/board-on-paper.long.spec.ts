import { expect } from "@playwright/test";
import {
  assignNewTask,
  assignTasks,
  createProject,
  setDueDays,
} from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

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
