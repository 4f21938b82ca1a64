import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { AnalyticsPage } from "../../../src/features/analytics/analytics-page.tsx";
import { analyticsLines } from "../../../src/features/analytics/analytics-csv.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";
import { reportOf } from "./reports.ts";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
});
afterEach(cleanup);

const blocked = { parts: 2, vendor: 0, access: 0, approval: 0, other: 0 };
const days = { beforeWork: 3, blocked, finalCheck: 1, working: 4, total: 10 };
const percent = { ...days, beforeWork: 30, blocked: { ...blocked, parts: 20 }, finalCheck: 10 };
const summary = { units: 2, average: days, percent: { ...percent, working: 40, total: 100 } };
const slow = { unitId: "u1", unitName: "204", projectId: "p1", projectName: "Maple Court" };
const report = {
  ...summary,
  slowest: [{ ...slow, completionDate: "2026-03-02T12:00:00.000Z", days }],
  projects: [{ projectId: "p1", projectName: "Maple Court", ...summary }],
};

const panel = () => within(screen.getByRole("region", { name: "Where the Days Went" }));
const show = async (all?: "all") =>
  await renderAt(backend, <AnalyticsPage projectId="p1" days={all} />, {
    at: "/projects/p1/analytics",
  });

test("the days of a project's units are a bar with its numbers, and the slowest units are links [BLOCK-05]", async () => {
  backend.answer(api.analytics.projectDays, { projectId: "p1", period: 30 }, report);
  const { user, history } = await show();

  expect(panel().getByText("2 units, 10.0 days each on average")).toBeVisible();
  const parts = "Before Work 30%, Blocked: Parts 20%, Final Check 10%, Working 40%";
  expect(panel().getByRole("img", { name: parts })).toBeVisible();
  expect(
    panel()
      .getAllByRole("row")
      .map((row) => row.textContent),
  ).toEqual([
    ...["PartDays a UnitShare", "Before Work3.030%", "Blocked: Parts2.020%"],
    ...["Final Check1.010%", "Working4.040%"],
  ]);
  expect(panel().getByText("10 days").parentElement?.textContent).toBe("10 days, 2 blocked");
  const link = panel().getByRole("link", { name: "204, Maple Court" });
  expect(link.getAttribute("href")).toBe("/projects/p1/units?unit=u1");

  await user.click(panel().getByRole("button", { name: "All Projects" }));
  expect(history.location.search).toBe("?days=all");
});

test("the days over all projects are told project by project [BLOCK-05]", async () => {
  backend.answer(api.analytics.days, { period: 30 }, report);
  await show("all");

  const byProject = within(panel().getByRole("region", { name: "By Project" }));
  expect(byProject.getByRole("link", { name: "Maple Court" })).toBeVisible();
  expect(byProject.getByText("2 units, 10.0 days each")).toBeVisible();
});

test("a period without completed units says so [BLOCK-05]", async () => {
  const nothing = { ...report, slowest: [], projects: [], percent: { ...percent, total: 0 } };
  backend.answer(api.analytics.projectDays, { projectId: "p1", period: 30 }, nothing);
  await show();

  expect(panel().getByText("No completed units with days in this period")).toBeVisible();
});

test("the exported report tells where the days of completed units went [BLOCK-05] [ANALYTICS-04]", () => {
  const lines = analyticsLines(reportOf(), 30, report).map((line) => line.slice(1));

  expect(lines.slice(-9)).toEqual([
    ["Average Days per Unit", 10],
    ...[
      ["Before Work (days per unit)", 3],
      ["Before Work (%)", 30],
    ],
    ...[
      ["Blocked: Parts (days per unit)", 2],
      ["Blocked: Parts (%)", 20],
    ],
    ...[
      ["Final Check (days per unit)", 1],
      ["Final Check (%)", 10],
    ],
    ...[
      ["Working (days per unit)", 4],
      ["Working (%)", 40],
    ],
  ]);
});
