import { cleanup, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { AnalyticsPage } from "../../../src/features/analytics/analytics-page.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";
import { nothing, reportOf } from "./reports.ts";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
});
afterEach(cleanup);

const at = "/projects/p1/analytics";
const show = async (period?: 30 | 90 | 365) =>
  await renderAt(backend, <AnalyticsPage projectId="p1" period={period} />, { at });
const serve = (report: ReturnType<typeof reportOf>, period = 30) =>
  backend.answer(api.analytics.report, { projectId: "p1", period }, report);
const panel = (name: string) => within(screen.getByRole("region", { name }));
const cards = () =>
  within(screen.getByRole("list", { name: "Figures" }))
    .getAllByRole("listitem")
    .map((card) => card.textContent);

test("the page has its title, its subtitle and the project's name [ANALYTICS-01]", async () => {
  serve(reportOf());
  await show();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Project Analytics");
  expect(screen.getByText("Insights and performance metrics")).toBeVisible();
  expect(screen.getByText("Maple Court")).toBeVisible();
});

test("another project does not show the figures of the one before [ANALYTICS-02]", async () => {
  serve(reportOf());
  function Switching() {
    const [projectId, setProjectId] = useState("p1");
    return (
      <>
        <button onClick={() => setProjectId("p2")}>Next project</button>
        <AnalyticsPage projectId={projectId} />
      </>
    );
  }
  const { user } = await renderAt(backend, <Switching />, { at });
  expect(screen.getByText("Maple Court")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Next project" }));

  expect(screen.queryByText("Maple Court")).toBeNull();
  expect(cards().join()).not.toContain("67%");
});

test("four cards show the figures [ANALYTICS-05] [ANALYTICS-06] [ANALYTICS-07] [ANALYTICS-08]", async () => {
  serve(reportOf());
  await show();
  expect(cards()).toEqual([
    "Project Completion Rate67%12 of 18 tasks completed",
    "Average Turn Time4.5days per unit",
    "Cost per Unit$1,234.50148.25 total hours logged",
    "Quality Score4.2/ 5.0tasks on time, completion photos",
  ]);
});

test("each figure tells its formula and the numbers in it on a tap [ANALYTICS-07] [ANALYTICS-22]", async () => {
  serve(reportOf({}, { labourRate: 47.5 }));
  const { user } = await show();
  const told = [
    ["Project Completion Rate", "12 of 18 tasks"],
    ["Average Turn Time", "18 days in 4 units"],
    ["Cost per Unit", "148.25 hours at $47.50 per hour, 6 units"],
    ["Quality Score", "9 of 10 tasks in time, 4 of 5 units with a photo"],
    ["Timeline Performance", "3 ahead, 5 on schedule, 2 behind"],
    ["Crew Utilization", "148.25 of 336 hours, 2 people, 21 working days"],
    ["Equipment Usage", "17 of 21 working days"],
    ["Productivity", "135 estimated, 148.25 logged"],
    ["Safety Score", "1,200 of 1,250 entries"],
  ] as const;
  for (const [figure, numbers] of told) {
    await user.click(screen.getByRole("button", { name: `How ${figure} is calculated` }));
    expect(screen.getByRole("dialog").textContent).toContain(numbers);
    await user.keyboard("{Escape}");
  }
});

test("the shares are a chart with a text alternative and a table [ANALYTICS-09] [OP-41]", async () => {
  serve(reportOf());
  await show();
  const timeline = panel("Timeline Performance");
  const chart = timeline.getByRole("img", {
    name: "Ahead of Schedule 30%, On Schedule 50%, Behind Schedule 20%",
  });
  const parts = [...chart.querySelectorAll("rect")].map((part) => [
    part.getAttribute("data-key"),
    Number(part.getAttribute("x")),
    Number(part.getAttribute("width")),
  ]);
  expect(parts).toEqual([
    ["ahead", 0, 30],
    ["on", 30, 50],
    ["behind", 80, 20],
  ]);
  expect(timeline.getAllByRole("row").map((row) => row.textContent)).toEqual([
    ...["StandingShare", "Ahead of Schedule30%", "On Schedule50%", "Behind Schedule20%"],
  ]);
});

test("without due dates there is a sentence in place of the chart [OP-41]", async () => {
  serve(reportOf(nothing, { unmeasured: ["schedule"] }));
  await show();
  const timeline = panel("Timeline Performance");
  expect(timeline.getByText("No schedule data available")).toBeVisible();
  expect(timeline.queryByRole("img")).toBeNull();
});

test("two bars show how crew and equipment are used [ANALYTICS-10]", async () => {
  serve(reportOf());
  await show();
  const bars = panel("Resource Utilization").getAllByRole("progressbar");
  expect(
    bars.map((bar) => [bar.getAttribute("aria-label"), bar.getAttribute("aria-valuenow")]),
  ).toEqual([
    ["Crew Utilization", "45"],
    ["Equipment Usage", "80"],
  ]);
  panel("Resource Utilization").getByText("45%");
});

test("each category has its days, its trend and its change [ANALYTICS-11] [ANALYTICS-12] [OP-40]", async () => {
  serve(reportOf());
  await show();
  const rows = panel("Task Completion Trends").getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    "Paint2.0 avg days per unitImproving-0.5 days",
    "Plumbing1.3 avg days per unitStable0.0 days",
    "Roof6.1 avg days per unitNeeds Attention+1.2 days",
  ]);
});

test("panels without content say so [ANALYTICS-13] [ANALYTICS-16] [TOAST-23]", async () => {
  serve(reportOf(nothing));
  await show();
  panel("Task Completion Trends").getByText("No trend data available");
  panel("Team Performance").getByText("No team members assigned");
});

test("the first two members are shown, with initials, role in words and trade [ANALYTICS-14]", async () => {
  serve(reportOf());
  await show();
  const members = panel("Team Performance").getAllByRole("listitem");
  expect(members.map((member) => member.textContent)).toEqual([
    "ASAda Stonecrew member · Painter",
    "BSBen Stonesupervisor",
  ]);
});

test("the first member has a positive icon and the second a warning [ANALYTICS-15] [OP-43]", async () => {
  serve(reportOf());
  await show();
  const icons = panel("Team Performance").getAllByRole("img");
  expect(icons.map((icon) => icon.getAttribute("aria-label"))).toEqual([
    "On track",
    "Needs attention",
  ]);
});

test("productivity is a percent and safety a score out of 5.0 [ANALYTICS-17]", async () => {
  serve(reportOf());
  await show();
  const team = screen.getByRole("region", { name: "Team Performance" }).textContent;
  expect(team).toContain("Productivity91%");
  expect(team).toContain("Safety Score4.8/ 5.0");
});

test("a figure without data is a dash and says so, one that really is 0 does not [OP-39] [ANALYTICS-22]", async () => {
  serve(reportOf(nothing, { unmeasured: ["avgTurnTime", "crewUtilization", "safetyScore"] }));
  await show();
  expect(screen.getAllByText("No data for this period")).toHaveLength(3);
  expect(cards()[1]).toBe("Average Turn Time–days per unitNo data for this period");
  expect(cards()[2]).toBe("Cost per Unit$0.000 total hours logged");
  expect(panel("Resource Utilization").queryByText("0%")).toBeVisible();
  expect(panel("Team Performance").queryByText("0.0")).toBeNull();
});

test("while loading the parts keep their room and nothing can be exported [ANALYTICS-18]", async () => {
  await show();
  expect(cards()).toHaveLength(4);
  panel("Timeline Performance");
  panel("Team Performance");
  expect(screen.queryByText("0%")).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export Report" }).disabled).toBe(
    true,
  );
});

test("the period is chosen from three and kept in the address [ANALYTICS-03] [OP-38]", async () => {
  serve(reportOf());
  const { user, history } = await show();
  const period = screen.getByRole("combobox", { name: "Period" });
  expect(period.textContent).toBe("Last 30 Days");
  await user.click(period);
  const options = screen.getAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual([
    ...["Last 30 Days", "Last 90 Days", "This Year"],
  ]);
  await user.click(screen.getByRole("option", { name: "This Year" }));
  expect(history.location.search).toBe("?period=365");
});

test("the figures are those of the chosen period [ANALYTICS-03]", async () => {
  serve(reportOf());
  serve(reportOf({ completionRate: 11 }), 90);
  await show(90);
  expect(cards()[0]).toContain("11%");
});

test("without projects the page says so and asks for nothing [ANALYTICS-19] [ANALYTICS-20]", async () => {
  await renderAt(backend, <AnalyticsPage projectId={null} />);
  expect(screen.getByText("No projects available")).toBeVisible();
  expect(screen.getByText("Create a project first to view analytics.")).toBeVisible();
  expect(backend.watched.size).toBe(0);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export Report" }).disabled).toBe(
    true,
  );
});
