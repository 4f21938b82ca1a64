import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { DetailsPart } from "../../../convex/rules/reports.ts";
import { reportRuns } from "../../../src/features/reports/run/report-runs.ts";
import { formatDate } from "../../../src/lib/format.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { cellsOf, exportedFile, showReport } from "../support/report-page.tsx";
import { daysAgo, detailsPartOf } from "../support/report-parts.ts";
import { scrollTo } from "../support/scroll-far.ts";

let backend: FakeConvex;

beforeEach(() => {
  reportRuns.clear();
  giveSize({ width: 1200, height: 600 });
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
});
afterEach(cleanup);

async function showDetails(parts: DetailsPart[]) {
  backend.handle(api.reports.taskDetailsPage, () => ({ parts, next: null }));
  return await showReport(backend, { at: "/reports?type=task-details" });
}

const started = "2025-07-14T12:00:00.000Z";
const matrix = () => [
  detailsPartOf("101", [
    { name: "Paint", status: "completed", startDate: started },
    { name: "Floor", status: "in_progress", startDate: started },
    { name: "-Doors", status: "in_progress" },
    { name: "Locks", status: "overdue", startDate: started },
  ]),
  detailsPartOf("@102", [{ name: "Paint", status: "not_started" }]),
];

test("a badge in each cell, the start date of a task in progress [REPORT-13] [REPORT-14] [REPORT-15] [REPORT-16]", async () => {
  await showDetails(matrix());

  const rows = within(screen.getByRole("table")).getAllByRole("row").map(cellsOf);
  expect(rows).toEqual([
    ["Task Name", "101", "@102"],
    ["Paint", "COMPLETED", "NOT STARTED"],
    ["Floor", formatDate(started), "NOT STARTED"],
    ["-Doors", "IN PROGRESS", "NOT STARTED"],
    ["Locks", "OVERDUE", "NOT STARTED"],
  ]);
  expect(screen.getByText("COMPLETED").dataset["slot"]).toBe("badge");
});

test("the details file, byte for byte [REPORT-18] [CSV-01] [CSV-05] [CSV-06] [CSV-07] [OP-48]", async () => {
  const user = await showDetails(matrix());

  expect(await exportedFile(user)).toEqual({
    name: "task-details-report.csv",
    text:
      `"Task Name","101","'@102"\n` +
      '"Paint","COMPLETED","NOT_STARTED"\n' +
      `"Floor","${formatDate(started)}","NOT_STARTED"\n` +
      `"'-Doors","IN_PROGRESS","NOT_STARTED"\n` +
      '"Locks","OVERDUE","NOT_STARTED"\n',
  });
});

test("a cell shows what its task waits for and for how many days, and the file stays as it was [BLOCK-03] [REPORT-15] [CSV-05]", async () => {
  const block = { reason: "parts" as const, since: daysAgo(3) };
  const user = await showDetails([
    detailsPartOf("101", [{ name: "Oven", block }, { name: "Paint" }]),
    detailsPartOf("102", [{ name: "Oven", status: "in_progress", startDate: started, block }]),
  ]);

  const cell = screen.getByRole("link", {
    name: "Oven, unit 101: NOT STARTED, blocked: Parts (3 days)",
  });
  expect(within(cell).getByText("NOT STARTED")).toBeVisible();
  expect(within(cell).getByText("Parts · 3 d")).toBeVisible();
  expect(screen.getByRole("link", { name: "Paint, unit 101: NOT STARTED" })).toBeVisible();
  const inWork = `Oven, unit 102: ${formatDate(started)}, blocked: Parts (3 days)`;
  expect(screen.getByRole("link", { name: inWork })).toBeVisible();
  expect((await exportedFile(user)).text).toBe(
    `"Task Name","101","102"\n"Oven","NOT_STARTED","${formatDate(started)}"\n"Paint","NOT_STARTED","NOT_STARTED"\n`,
  );
});

test("the matrix stands by the name of the task or by its status in a unit, and the unit stays a link [REPORT-13] [REPORT-16]", async () => {
  const user = await showDetails([
    detailsPartOf("Task Name", [
      { name: "Paint", status: "completed" },
      { name: "Floor", status: "in_progress" },
      { name: "Doors", status: "overdue" },
    ]),
    detailsPartOf("-101", [{ name: "Windows", sortOrder: 9, status: "completed" }]),
  ]);
  const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
  const heads = () => screen.getAllByRole("columnheader");
  const sorts = () => heads().map((head) => head.getAttribute("aria-sort"));
  const asRead = ["Paint", "Floor", "Doors", "Windows"];
  expect(names()).toEqual(asRead);
  expect(sorts()).toEqual(["none", "none", "none"]);

  await user.click(screen.getByRole("button", { name: "Task Name" }));
  expect(names()).toEqual(["Doors", "Floor", "Paint", "Windows"]);
  expect(sorts()).toEqual(["ascending", "none", "none"]);

  // A task that a unit lacks counts as not started, and is sorted accordingly.
  const ofUnit = screen.getByRole("button", { name: "Sort by Task Name" });
  await user.click(ofUnit);
  expect(names()).toEqual(["Doors", "Windows", "Floor", "Paint"]);
  expect(sorts()).toEqual(["none", "ascending", "none"]);
  await user.click(ofUnit);
  expect(names()).toEqual(["Paint", "Floor", "Windows", "Doors"]);
  expect(sorts()).toEqual(["none", "descending", "none"]);
  await user.click(screen.getByRole("button", { name: "Sort by -101" }));
  expect(names()).toEqual(asRead);
  expect(sorts()).toEqual(["none", "none", "ascending"]);
  await user.click(screen.getByRole("button", { name: "Sort by -101" }));
  expect(names()).toEqual(["Windows", "Paint", "Floor", "Doors"]);

  const unit = screen.getByRole("columnheader", { name: "-101" });
  const link = within(unit).getByRole("link", { name: "-101" });
  expect(link.getAttribute("href")).toBe(
    "/projects/project/units?unit=id%20of%20-101%20Oak%20Court",
  );
});

test("the matrix is at least 240 px wide, and 120 px more for each unit [REPORT-17]", async () => {
  await showDetails(
    ["1", "2", "3", "4", "5"].map((name) => detailsPartOf(name, [{ name: "Paint" }])),
  );

  expect(screen.getByRole("table").style.minWidth).toBe("840px");
});

test("of 500 units and 2,000 tasks only the cells near the view exist [REPORT-13] [LIMIT-09]", async () => {
  const tasks = Array.from({ length: 2000 }, (_, index) => ({ name: `Task ${index}` }));
  await showDetails(
    Array.from({ length: 500 }, (_, at) => detailsPartOf(`${at}`, at ? [] : tasks)),
  );

  const table = screen.getByRole("table");
  expect([table.getAttribute("aria-rowcount"), table.getAttribute("aria-colcount")]).toEqual([
    "2001",
    "501",
  ]);
  expect(table.querySelectorAll("td").length).toBeLessThan(1000);
});

test.each([
  { way: "down", to: { top: 40_000 }, far: "Task 920, unit 1: NOT STARTED" },
  { way: "to the side", to: { left: 40_000 }, far: "Task 1, unit 340: NOT STARTED" },
  { way: "both ways", to: { top: 40_000, left: 40_000 }, far: "Task 920, unit 340: NOT STARTED" },
])(
  "a cell keeps the focus when the matrix is scrolled far $way, in its place [REPORT-13] [GEN-07]",
  async ({ way, to, far }) => {
    const tasks = Array.from({ length: 1500 }, (_, index) => ({ name: `Task ${index}` }));
    await showDetails(
      Array.from({ length: 500 }, (_, at) => detailsPartOf(`${at}`, at ? [] : tasks)),
    );
    const table = screen.getByRole("table");
    const cellAt = (name: string) => screen.queryByRole("link", { name });
    const focused = screen.getByRole("link", { name: "Task 1, unit 1: NOT STARTED" });
    focused.focus();

    scrollTo(table.parentElement, to);

    const shown = await screen.findByRole("link", { name: far });
    expect(document.activeElement).toBe(focused);
    expect(cellAt("Task 1, unit 4: NOT STARTED") === null).toBe(way !== "down");
    expect(cellAt("Task 4, unit 1: NOT STARTED") === null).toBe(way !== "to the side");
    // Empty space replaces the cells that are not rendered, so that each cell stays below its header.
    expect(offsetOf(shown)).toEqual({ x: 240 + 120 * unitOf(far), y: 44 * (1 + taskOf(far)) });
    expect(offsetOf(focused)).toEqual({ x: 240 + 120, y: 44 * 2 });

    scrollTo(table.parentElement, {});
    await screen.findByRole("link", { name: "Task 2, unit 2: NOT STARTED" });
    expect(document.activeElement).toBe(focused);
  },
);

const unitOf = (name: string) => Number(/unit (\d+)/.exec(name)?.[1]);
const taskOf = (name: string) => Number(/Task (\d+)/.exec(name)?.[1]);

/** Computes a cell's position from the widths of the columns before it and the heights of the rows above it. */
function offsetOf(link: HTMLElement) {
  const [cell, row] = [link.closest("td"), link.closest("tr")];
  const columns = [...(link.closest("table")?.querySelectorAll("col") ?? [])];
  const before = columns.slice(1, [...(row?.children ?? [])].indexOf(cell as Element));
  const rows = [...(row?.parentElement?.children ?? [])] as HTMLElement[];
  const sum = (lengths: string[]) => lengths.reduce((all, each) => all + parseFloat(each), 0);
  return {
    x: 240 + sum(before.map(({ style }) => style.width)),
    y: 44 + sum(rows.slice(0, rows.indexOf(row as HTMLElement)).map(({ style }) => style.height)),
  };
}
