import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { assignTasks, createProject } from "./support/function-client.ts";
import { generateReport } from "./support/reports.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

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
  await generateReport(page);

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
  await generateReport(page);

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
  await generateReport(page);

  await expect(page.getByRole("rowheader")).toHaveText(["A2"]);
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
