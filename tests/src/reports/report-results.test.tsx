import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { DetailsPart, StatusPart } from "../../../convex/rules/reports.ts";
import { reportRuns } from "../../../src/features/reports/report-runs.ts";
import { formatDate } from "../../../src/lib/format.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderPage } from "../support/render-page.tsx";
import { detailsPartOf, statusPartOf } from "../support/report-parts.ts";

let backend: FakeConvex;

beforeEach(() => {
  reportRuns.clear();
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
});
afterEach(cleanup);

async function showStatus(parts: StatusPart[]) {
  backend.handle(api.reports.unitTaskStatusPage, () => ({ parts, next: null }));
  return await show("/reports");
}

async function showDetails(parts: DetailsPart[]) {
  backend.handle(api.reports.taskDetailsPage, () => ({ parts, next: null }));
  return await show("/reports?type=task-details");
}

async function show(at: string) {
  const { user } = await renderPage(backend, { at });
  await user.click(screen.getByRole("button", { name: "Generate Report" }));
  await screen.findByRole("table");
  return user;
}

/** The name and the text of the file that a click on Export CSV hands to the browser. */
async function exported(user: Awaited<ReturnType<typeof show>>) {
  const create = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  let name = "";
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    name = this.download;
  });
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  const file = create.mock.calls[0]?.[0] as Blob;
  return { name, text: await file.text() };
}

const cellsOf = (row: HTMLElement) =>
  [...row.querySelectorAll("th, td:not([aria-hidden])")].map((cell) => cell.textContent);

const units = () => [
  statusPartOf("101", {
    ...{ totalTasks: 6, completedTasks: 2, inProgressTasks: 1, notStartedTasks: 1 },
    ...{ overdueTasks: 2, estimatedHours: 12.5, actualHours: 7.25 },
  }),
  statusPartOf('=102 "east"', { totalTasks: 1, completedTasks: 1 }, "+Maple, Court"),
];

test("totals over the rows, ten columns, hours 0 when missing [REPORT-10] [REPORT-11] [REPORT-12]", async () => {
  await showStatus(units());

  const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
  const values = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(terms).toEqual(["Total Tasks", "Completed", "In Progress", "Overdue"]);
  expect(values).toEqual(["7", "3", "1", "2"]);
  const [header, first, second] = within(screen.getByRole("table")).getAllByRole("row");
  expect(header && cellsOf(header)).toEqual([
    ...["Unit", "Project", "Total Tasks", "Completed", "In Progress", "Not Started", "Overdue"],
    ...["Completion %", "Est. Hours", "Actual Hours"],
  ]);
  expect(first && cellsOf(first)).toEqual([
    ...["101", "Oak Court", "6", "2", "1", "1", "2", "33%", "12.5", "7.25"],
  ]);
  expect(second && cellsOf(second).slice(-3)).toEqual(["100%", "0", "0"]);
  const bars = screen.getAllByRole("progressbar").map((bar) => bar.getAttribute("aria-valuenow"));
  expect(bars).toEqual(["33", "100"]);
});

test("the status file, byte for byte [REPORT-18] [CSV-01] [CSV-02] [CSV-03] [CSV-04] [OP-48]", async () => {
  const user = await showStatus(units());

  expect(await exported(user)).toEqual({
    name: "unit-task-status-report.csv",
    text:
      '"Unit","Project","Total Tasks","Completed","In Progress","Not Started","Overdue","Completion %","Est. Hours","Actual Hours"\n' +
      '"101","Oak Court","6","2","1","1","2","33","12.5","7.25"\n' +
      `"'=102 ""east""","'+Maple, Court","1","1","0","0","0","100","0","0"\n`,
  });
});

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

  expect(await exported(user)).toEqual({
    name: "task-details-report.csv",
    text:
      `"Task Name","101","'@102"\n` +
      '"Paint","COMPLETED","NOT_STARTED"\n' +
      `"Floor","${formatDate(started)}","NOT_STARTED"\n` +
      `"'-Doors","IN_PROGRESS","NOT_STARTED"\n` +
      '"Locks","OVERDUE","NOT_STARTED"\n',
  });
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

test("on a phone each unit is a list item with all of its figures [REPORT-10] [REPORT-11]", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 358, 150));
  backend.handle(api.reports.unitTaskStatusPage, () => ({ parts: units(), next: null }));
  const { user } = await renderPage(backend, { at: "/reports" });
  await user.click(screen.getByRole("button", { name: "Generate Report" }));

  const unit = within(await screen.findByRole("listitem", { name: "101" }));
  expect(screen.queryByRole("table")).toBeNull();
  expect(unit.getByText("Oak Court")).toBeVisible();
  expect(unit.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("33");
  const terms = unit.getAllByRole("term").map(({ textContent }) => textContent);
  const values = unit.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(Object.fromEntries(terms.map((term, at) => [term, values[at]]))).toEqual({
    ...{ Completed: "2", "In Progress": "1", "Not Started": "1", Overdue: "2" },
    ...{ "Total Tasks": "6", "Est. Hours": "12.5", "Actual Hours": "7.25" },
  });
});
