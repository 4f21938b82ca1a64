import { expect } from "@playwright/test";
import {
  assignTasks,
  createProject,
  functionClient,
  readUnits,
} from "./support/function-client.ts";
import { api } from "../../convex/_generated/api.js";
import { generateReport } from "./support/reports.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

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
    await generateReport(page);

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
  await generateReport(page);
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

test("a report on paper has its bars, and no controls [GEN-07]", async ({ openAs }) => {
  const page = await openAs("manager");
  await page.goto("/reports");
  await generateReport(page);

  await page.emulateMedia({ media: "print" });
  for (const name of ["Generate Report", "Export CSV"]) {
    await expect(page.getByRole("button", { name })).toBeHidden();
  }
  await expect(page.getByRole("checkbox", { name: "All Units" })).toBeHidden();
  await expect(page.getByText(/^All projects, all units/)).toBeVisible();
  const bar = page.getByRole("table").getByRole("progressbar").first();
  await expect(bar).toHaveCSS("print-color-adjust", "exact");
});
