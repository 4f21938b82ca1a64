import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { StatusPart } from "../../../convex/rules/reports.ts";
import type { TurnPart } from "../../../convex/rules/turnReport.ts";
import { reportRuns } from "../../../src/features/reports/run/report-runs.ts";
import { companyZone } from "../../../src/lib/company-zone.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { renderPage } from "../support/render-page.tsx";
import { daysAgo, statusPartOf, unitPartOf } from "../support/report-parts.ts";
import { cellsOf, exportedFile, showReport } from "../support/report-page.tsx";
import { scrollTo } from "../support/scroll-far.ts";

let backend: FakeConvex;

beforeEach(() => {
  reportRuns.clear();
  giveSize({ width: 1200, height: 600 });
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
});
afterEach(cleanup);

async function showStatus(parts: StatusPart[]) {
  backend.handle(api.reports.unitTaskStatusPage, () => ({ parts, next: null }));
  return await showReport(backend, { at: "/reports" });
}

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

  expect(await exportedFile(user)).toEqual({
    name: "unit-task-status-report.csv",
    text:
      '"Unit","Project","Total Tasks","Completed","In Progress","Not Started","Overdue","Completion %","Est. Hours","Actual Hours"\n' +
      '"101","Oak Court","6","2","1","1","2","33","12.5","7.25"\n' +
      `"'=102 ""east""","'+Maple, Court","1","1","0","0","0","100","0","0"\n`,
  });
});

test("rows lead to their unit, stand by any column and are all there on paper [TURN-11] [REPORT-11]", async () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    statusPartOf(`${n + 1}`, { totalTasks: n % 7 }),
  );
  const user = await showStatus(many);
  const rows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);
  const names = () => rows().map((row) => cellsOf(row)[0]);
  const head = (name: string) => screen.getByRole("columnheader", { name });

  await user.click(within(head("Total Tasks")).getByRole("button"));
  await user.click(within(head("Total Tasks")).getByRole("button"));

  expect(head("Total Tasks").getAttribute("aria-sort")).toBe("descending");
  expect(names().slice(0, 3)).toEqual(["7", "14", "21"]);
  const link = within(rows()[0]!).getByRole("link", { name: "7" });
  expect(link.getAttribute("href")).toBe("/projects/project/units?unit=id%20of%207%20Oak%20Court");
  expect(names().length).toBeLessThan(60);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(names().length).toBe(60);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(names().length).toBeLessThan(60);
});

const turn = {
  ...{ daysVacant: 9, turnDays: 9, daysToReadyBy: -1, daysToMoveIn: null, openHours: 4 },
  ...{ risk: "late" as const, blockedTasks: 0, monthlyRent: 1500, vacancyLoss: 450 },
};
const turnPart = (name: string, fields: Partial<TurnPart> = {}): TurnPart => ({
  ...{ ...unitPartOf(name), status: "in_progress", turn },
  ...{ moveOutDate: "2026-03-01T12:00:00.000Z", readyByDate: "2026-03-09T12:00:00.000Z" },
  blocks: [],
  ...{ moveInDate: null, totalTasks: 4, completedTasks: 1, estimatedHours: 6, actualHours: 2.5 },
  ...fields,
});

async function showTurns(parts: TurnPart[], role?: string) {
  backend.handle(api.reports.turnStatusPage, () => ({ parts, next: null }));
  return await showReport(backend, { at: "/reports?type=turn-status", role });
}

test("a report of which a part was read with another role is no report [TURN-11] [PERM-18]", async () => {
  const viewer = (role: string) => backend.answer(api.users.viewer, {}, { id: "user", role });
  viewer("project_manager");
  backend.handle(api.reports.turnStatusPage, ({ after }) => {
    if (after === undefined) return { parts: [turnPart("101")], next: turnPart("101").place };
    viewer("project_supervisor");
    const withoutMoney = { ...turn, monthlyRent: null, vacancyLoss: null };
    return { parts: [turnPart("102", { turn: withoutMoney })], next: null };
  });
  const { user } = await renderPage(backend, { at: "/reports?type=turn-status" });

  await user.click(screen.getByRole("button", { name: "Generate Report" }));

  expect((await screen.findByRole("alert")).textContent).toMatch(/could not be generated/);
  expect(screen.queryByRole("table")).toBeNull();
});

test("the turn status report and its file have dates, days, risk and money [TURN-11]", async () => {
  const user = await showTurns([
    turnPart("101"),
    turnPart("102", { turn: { ...turn, risk: "done" } }),
  ]);

  const [header, row] = within(screen.getByRole("table")).getAllByRole("row");
  expect(header && cellsOf(header).slice(0, 8)).toEqual([
    ...["Unit", "Project", "Status", "Risk", "Move-out", "Ready-by", "Move-in", "Days Vacant"],
  ]);
  expect(row && cellsOf(row)).toEqual([
    ...["101", "Oak Court", "In Progress", "Late", "Mar 1, 2026", "Mar 9, 2026", "–"],
    ...["9", "9", "-1", "–", "1", "4", "0", "–", "6", "2.5", "$1,500.00", "$450.00", "–"],
  ]);
  const totals = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(totals).toEqual(["2", "1", "0", "$900.00"]);
  const { name, text } = await exportedFile(user);
  expect(name).toBe("turn-status-report.csv");
  expect(text.split("\n").slice(0, 2)).toEqual([
    '"Unit","Project","Status","Risk","Move-out","Ready-by","Move-in","Days Vacant","Turn Days","To Ready-by","To Move-in","Tasks Done","Total Tasks","Blocked","Blocked By","Est. Hours","Actual Hours","Monthly Rent","Vacancy Loss","Cost"',
    '"101","Oak Court","In Progress","Late","2026-03-01","2026-03-09","","9","9","-1","","1","4","0","","6","2.5","1500","450",""',
  ]);
});

test("the turn status report and its file tell what a unit waits for, and for how many days [BLOCK-03]", async () => {
  const blocks = [
    { reason: "parts", since: daysAgo(3) },
    { reason: "access", since: daysAgo(0) },
  ] as const;
  const user = await showTurns([turnPart("101", { blocks: [...blocks] })]);

  expect(screen.getByRole("cell", { name: "Parts (3 days), Access" })).toBeVisible();
  expect((await exportedFile(user)).text).toContain('"Parts (3 days), Access"');
});

test("a supervisor's turn status report has no columns of money [TURN-11] [GEN-05]", async () => {
  const user = await showTurns(
    [turnPart("101", { turn: { ...turn, monthlyRent: null, vacancyLoss: null } })],
    "project_supervisor",
  );

  expect(screen.queryByText(/Rent|Loss|Cost/)).toBeNull();
  expect((await exportedFile(user)).text).not.toMatch(/Rent|Loss|Cost/);
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

test("a unit of the report keeps the focus however far it is scrolled, also when it stands elsewhere then [REPORT-10] [GEN-07]", async () => {
  const user = await showStatus(
    Array.from({ length: 900 }, (_, at) => statusPartOf(String(1000 + at), { totalTasks: at })),
  );
  const table = screen.getByRole("table");
  const focused = screen.getByRole("link", { name: "1001" });
  focused.focus();

  scrollTo(table.parentElement, { top: 22_000 });

  await screen.findByRole("link", { name: "1500" });
  expect(document.activeElement).toBe(focused);
  expect(screen.queryByRole("link", { name: "1002" })).toBeNull();
  expect(heightAbove(screen.getByRole("row", { name: /^1500 / }))).toBe(500 * 44);
  expect(heightAbove(screen.getByRole("row", { name: /^1001 / }))).toBe(44);

  // On some devices a click does not move the focus.
  const order = screen.getByRole("button", { name: "Total Tasks" });
  act(() => {
    order.click();
    order.click();
  });
  expect(document.activeElement).toBe(focused);
  const place = Number(focused.closest("tr")?.getAttribute("aria-rowindex"));
  expect(heightAbove(focused.closest("tr"))).toBe((place - 2) * 44);
  await user.tab();
});

/** The heights of the rows above one. */
function heightAbove(row: HTMLElement | null): number {
  const rows = [...(row?.parentElement?.children ?? [])] as HTMLElement[];
  const above = rows.slice(0, rows.indexOf(row as HTMLElement));
  return above.reduce((sum, { style }) => sum + parseFloat(style.height), 0);
}

test("a block's days follow the company's time zone when it arrives after the report [BLOCK-03] [OP-26]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-04T10:00:00.000Z") });
  onTestFinished(() => {
    vi.useRealTimers();
    companyZone.set("UTC");
  });
  const since = "2026-03-02T23:00:00.000Z";
  await showTurns([turnPart("101", { blocks: [{ reason: "parts", since }] })]);
  expect(screen.getByRole("cell", { name: "Parts (2 days)" })).toBeVisible();

  act(() => companyZone.set("Pacific/Auckland"));

  await screen.findByRole("cell", { name: "Parts (1 day)" });
});

test("a report is printed by its button, which phones need [REPORT-18]", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const user = await showStatus(units());
  await user.click(screen.getByRole("button", { name: "Print" }));

  expect(print).toHaveBeenCalledOnce();
});
