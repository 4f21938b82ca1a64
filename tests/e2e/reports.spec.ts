import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import {
  assignTasks,
  createProject,
  functionClient,
  readUnits,
} from "./support/function-client.ts";
import { api } from "../../convex/_generated/api.js";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

async function generate(page: Page) {
  await page.getByRole("button", { name: "Generate Report" }).click();
  await expect(page.getByRole("table")).toBeVisible();
}

/** The text of the file that Export CSV downloads, and its name. */
async function download(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("the downloaded file has the rows of the table [CSV-02] [CSV-04] [REPORT-18]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const project = await createProject(page, { name: "Report Court", units: ["=1", "B"] });
  await page.goto(`/reports?project=${project.id}`);
  await generate(page);

  expect(await download(page)).toEqual({
    name: "unit-task-status-report.csv",
    text:
      '"Unit","Project","Total Tasks","Completed","In Progress","Not Started","Overdue","Completion %","Est. Hours","Actual Hours"\n' +
      `"'=1","Report Court","0","0","0","0","0","0","0","0"\n` +
      '"B","Report Court","0","0","0","0","0","0","0","0"\n',
  });
});

test("the task names stay while the matrix scrolls sideways [REPORT-13] [REPORT-17]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const units = Array.from({ length: 40 }, (_, at) => `Unit ${at + 1}`);
  const project = await createProject(page, { name: "Wide Court", units });
  await assignTasks(page, project.id, 2);
  await page.goto(`/reports?type=task-details&project=${project.id}`);
  await generate(page);

  const table = page.getByRole("table");
  await expect(table).toHaveCSS("min-width", `${240 + 120 * 40}px`);
  const name = page.getByRole("rowheader").first();
  const left = (await name.boundingBox())?.x;
  await page.getByRole("region", { name: /scrollable/ }).evaluate((box) => box.scrollTo(9999, 0));
  await expect(page.getByRole("columnheader", { name: "Unit 40", exact: true })).toBeVisible();
  expect((await name.boundingBox())?.x).toBe(left);
});

test("picked units survive a reload and are all that the report has [REPORT-07] [OP-45]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const project = await createProject(page, { name: "Picked Court", units: ["A1", "A2", "A3"] });
  await page.goto(`/reports?project=${project.id}`);
  await page.getByRole("checkbox", { name: "All Units" }).click();
  await page.getByRole("checkbox", { name: "A2" }).click();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "A2" })).toBeChecked();
  await generate(page);

  await expect(page.getByRole("rowheader")).toHaveText(["A2"]);
});

test("on paper every report has all of its columns on a sheet, with plain heads that repeat [TURN-11] [REPORT-11] [REPORT-13] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const units = Array.from({ length: 23 }, (_, at) => `Unit ${at + 1}`);
  const project = await createProject(page, { name: "Paper Court", units });
  await assignTasks(page, project.id, 3);
  // The width of a landscape sheet of paper.
  await page.setViewportSize({ width: 980, height: 700 });
  for (const type of ["unit-task-status", "turn-status", "task-details"]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(`/reports?type=${type}&project=${project.id}`);
    await generate(page);

    await page.emulateMedia({ media: "print" });
    const tables = page.getByRole("table");
    await expect(tables).toHaveCount(type === "task-details" ? 3 : 1);
    const rights = await tables
      .locator("thead tr > :last-child")
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().right));
    expect(Math.max(...rights)).toBeLessThanOrEqual(980);
    // Chromium leaves buttons out of the heads that it repeats.
    await expect(tables.getByRole("button").first()).toHaveCSS("display", "contents");
  }
  const heads = page.getByRole("columnheader");
  await expect(heads.filter({ hasText: "Unit" })).toHaveText(units);
  await expect(heads.filter({ hasText: "Task Name" })).toHaveCount(3);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper).toMatch(/\/MediaBox \[0 0 792 612\]/);
});

test("on paper no word of a turn status report covers another column [TURN-11] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const project = await createProject(page, { name: "Wide Court", units: ["1"] });
  const [unit] = await readUnits(page, project.id);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const dates = { moveOutDate: day(1), readyByDate: day(40), moveInDate: day(50) };
  const client = await functionClient(page);
  await client.mutation(api.units.update, { unitId: unit?.id ?? "", ...dates });
  await page.setViewportSize({ width: 980, height: 700 });
  await page.goto(`/reports?type=turn-status&project=${project.id}`);
  await generate(page);
  await expect(page.getByText("On track", { exact: true })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Cost" })).toBeAttached();

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table").getByRole("button").first()).toHaveCSS(
    "display",
    "contents",
  );
  const wide = await page
    .getByRole("cell")
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );
  expect(wide).toEqual([]);
});

test("the button that generates a report keeps the focus [REPORT-03] [REPORT-09]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/reports");
  const button = page.getByRole("button", { name: "Generate Report" });

  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table")).toBeVisible();

  await expect(button).toBeEnabled();
  await expect(button).toBeFocused();
});

test("a report on paper has its bars, and no controls [GEN-07]", async ({ openAs }) => {
  const page = await openAs("manager");
  await page.goto("/reports");
  await generate(page);

  await page.emulateMedia({ media: "print" });
  for (const name of ["Generate Report", "Export CSV"]) {
    await expect(page.getByRole("button", { name })).toBeHidden();
  }
  await expect(page.getByRole("checkbox", { name: "All Units" })).toBeHidden();
  await expect(page.getByText(/^All projects, all units/)).toBeVisible();
  const bar = page.getByRole("table").getByRole("progressbar").first();
  await expect(bar).toHaveCSS("print-color-adjust", "exact");
});

test("all columns of the unit task status report stand in a window of 1440 px, and its line reads from the project to the time, also from a Hebrew name [REPORT-11] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { viewport: { width: 1440, height: 900 } });
  const name = "מגדל הברוש";
  const project = await createProject(page, { name, units: ["101"] });
  await page.goto(`/reports?project=${project.id}`);
  await generate(page);

  const table = page.getByRole("region", { name: /scrollable/ });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const titles = table.getByRole("columnheader").getByRole("button");
  for (const title of await titles.all())
    expect(await title.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);

  const line = page.getByRole("region", { name: "Unit Task Status report" });
  const place = line.getByTitle(name, { exact: true }).first();
  const words = line.getByText(/all units · as of/);
  const [ofPlace, ofWords] = [await place.boundingBox(), await words.boundingBox()];
  expect((ofPlace?.x ?? 0) + (ofPlace?.width ?? 0)).toBeLessThanOrEqual(ofWords?.x ?? 0);
});
