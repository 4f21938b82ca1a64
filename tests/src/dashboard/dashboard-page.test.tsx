import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { DashboardPage } from "../../../src/features/dashboard/dashboard-page.tsx";
import { formatDate, formatDateTime } from "../../../src/lib/format.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";

const figures = {
  activeProjects: 1,
  unitsStartedThisWeek: 2,
  unitsCompletedThisWeek: 3,
  tasksStartedThisWeek: 4,
  tasksCompletedThisWeek: 5,
  tasksInJeopardy: 6,
};
const at = "2026-03-02T09:00:00.000Z";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  serve([]);
});
afterEach(cleanup);

function serve(
  projects: Parameters<typeof projectOf>[0][],
  { stats = {}, activity = [] }: { stats?: Record<string, number>; activity?: object[] } = {},
) {
  backend.answer(api.projects.list, {}, projects.map(projectOf));
  backend.answer(
    api.dashboard.summary,
    {},
    { ...figures, jeopardyProjectId: null, jeopardyProjectTasks: 0, recentActivity: activity },
  );
  for (const [projectId, completionPercentage] of Object.entries(stats)) {
    backend.answer(api.projects.stats, { projectId }, { completionPercentage });
  }
}

const show = async (role = "project_manager") =>
  await renderAt(backend, <DashboardPage />, { viewer: viewerOf({ role }) });
const stats = () => within(screen.getByRole("list", { name: "This week" }));
const panel = (name: string) => within(screen.getByRole("region", { name }));
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute("href"));

test("the dashboard has its title and subtitle [DASH-01]", async () => {
  await show();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Project Dashboard");
  expect(screen.getByText("Vacant Unit Turn Management")).toBeVisible();
});

test("progress that cannot be read is told beside its project, and the page stays [DASH-13]", async () => {
  serve([{ id: "p1" }]);
  backend.answer(api.projects.stats, { projectId: "p1" }, new Error("Server Error"));
  await show();
  expect(panel("Active Projects").getByText("Progress not available")).toBeVisible();
});

test("New Project goes to the projects, for those who may create one [DASH-02]", async () => {
  const { user, history } = await show();
  await user.click(screen.getByRole("button", { name: "New Project" }));
  expect(history.location.pathname).toBe("/projects");
  cleanup();
  await show("project_supervisor");
  expect(screen.queryByRole("button", { name: "New Project" })).toBeNull();
});

test("six cards show the figures [DASH-04]", async () => {
  serve([{ id: "p1" }]);
  await show();
  expect(
    stats()
      .getAllByRole("link")
      .map((card) => card.textContent),
  ).toEqual([
    "Active Projects1",
    "Units Started This Week2",
    "Units Completed This Week3",
    "Tasks Started This Week4",
    "Tasks Completed This Week5",
    "Tasks in Jeopardy6",
  ]);
});

test("the first card leads to the projects, the others to the first one's units [DASH-05] [DASH-06]", async () => {
  serve([{ id: "p1" }, { id: "p2" }]);
  await show();
  const [first, ...others] = hrefs(stats().getAllByRole("link"));
  expect(first).toBe("/projects");
  expect(new Set(others)).toEqual(new Set(["/projects/p1/units"]));
  expect(others).toHaveLength(5);
});

test("tasks in jeopardy lead to the project that has them, narrowed to what is counted [TURN-10]", async () => {
  serve([{ id: "p1" }, { id: "p2" }]);
  backend.answer(
    api.dashboard.summary,
    {},
    { ...figures, jeopardyProjectId: "p2", recentActivity: [] },
  );
  await show();

  const card = stats().getByRole("link", { name: /Tasks in Jeopardy/ });
  expect(hrefs([card])).toEqual(["/projects/p2/units?alarm=jeopardy"]);
  expect(card.title).toBe("Open tasks that are overdue, or due today or in the next 2 days");
});

test.each([
  [2, "2 in Elm Court"],
  [6, null],
  [undefined, null],
])(
  "of 6 tasks in jeopardy, %s in the project that their card opens are told as %j [TURN-10]",
  async (jeopardyProjectTasks, words) => {
    serve([{ id: "p1" }, { id: "p2", name: "Elm Court" }]);
    const place = { jeopardyProjectId: "p2", jeopardyProjectTasks };
    const answer = { ...figures, tasksInJeopardy: 6, ...place, recentActivity: [] };
    backend.answer(api.dashboard.summary, {}, answer);
    await show();

    const card = within(stats().getByRole("link", { name: /Tasks in Jeopardy/ }));
    expect(card.queryByText(/Elm Court/)?.textContent ?? null).toBe(words);
  },
);

test("tasks in jeopardy lead nowhere before it is known where they are [TURN-10]", async () => {
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [projectOf({ id: "p1" })]);
  await show();

  const card = stats().getByRole<HTMLButtonElement>("button", { name: /Tasks in Jeopardy/ });
  expect(card.disabled).toBe(true);
  expect(stats().getByRole("link", { name: /Tasks Started/ })).toBeVisible();
});

const unitAtRisk = {
  ...{ unitId: "u1", unitName: "204", projectId: "p1", projectName: "Maple", risk: "late" },
  ...{ date: "2026-03-09T12:00:00.000Z", daysVacant: 9, daysToReadyBy: -1, daysToMoveIn: null },
  ...{
    openHours: 4,
    blockedTasks: 0,
    overdueTasks: 0,
    waitingFor: null,
    givenTo: ["Ana Silva", "Bo Chen", "Tom Nguyen"],
  },
};

test("units at risk lead to the unit and say why and who is on it, with what vacancy costs [TURN-10] [WHO-01]", async () => {
  serve([{ id: "p1" }]);
  const blocked = {
    ...{ ...unitAtRisk, unitId: "u2", unitName: "7", risk: "at_risk", waitingFor: "parts" },
    givenTo: [],
  };
  const answer = { unitsAtRisk: [unitAtRisk, blocked], vacancyLossThisMonth: 1234.5 };
  backend.answer(api.analytics.risk, {}, answer);
  await show();

  const rows = panel("Units at risk").getAllByRole("link");
  expect(hrefs(rows)).toEqual(["/projects/p1/units?unit=u1", "/projects/p1/units?unit=u2"]);
  expect(rows[0]?.textContent).toContain("Late by 1 day");
  expect(rows[0]?.textContent).toContain("Given to Ana Silva, Bo Chen \u200e+1");
  expect(rows[1]?.textContent).toContain("At risk: waiting for parts");
  expect(rows[1]?.textContent).toContain("Given to Nobody");
  expect(panel("Units at risk").getByText("$1,234.50")).toBeVisible();
});

test("without units at risk the panel says so, and a supervisor sees no loss [TURN-10] [GEN-05]", async () => {
  serve([{ id: "p1" }]);
  backend.answer(api.analytics.risk, {}, { unitsAtRisk: [], vacancyLossThisMonth: null });
  await show("project_supervisor");

  expect(screen.getByText("No unit of an active project is late or at risk.")).toBeVisible();
  expect(screen.queryByText(/Vacancy loss/)).toBeNull();
});

test.each([
  "Units Started This Week",
  "Units Completed This Week",
  "Tasks Started This Week",
  "Tasks Completed This Week",
  "Tasks in Jeopardy",
])("without projects %s says so and leads to the projects [DASH-07]", async (label) => {
  const { user, history } = await show();
  expect(stats().getAllByRole("button")).toHaveLength(5);
  await user.click(stats().getByRole("button", { name: new RegExp(label) }));
  expect(screen.getAllByText("No Projects")).not.toHaveLength(0);
  expect(screen.getAllByText("Create a project first to view units and tasks.")).not.toHaveLength(
    0,
  );
  expect(history.location.pathname).toBe("/projects");
});

test("the panel leads to all projects and each card to its units [DASH-09] [DASH-14]", async () => {
  serve([{ id: "p1", name: "Maple" }]);
  await show();
  const active = panel("Active Projects");
  expect(hrefs([active.getByRole("link", { name: "View All" })])).toEqual(["/projects"]);
  expect(hrefs([active.getByRole("link", { name: /Maple/ })])).toEqual(["/projects/p1/units"]);
});

test("without projects the panel offers to create the first [DASH-10]", async () => {
  const { user, history } = await show();
  expect(screen.getByText("No active projects yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Create Your First Project" }));
  expect(history.location.pathname).toBe("/projects");
});

test.each([
  ["active", "In Progress"],
  ["completed", "Complete"],
  ["on_hold", "Complete"],
  ["cancelled", "Complete"],
] as const)("the badge of a project that is %s reads %s [DASH-11]", async (status, label) => {
  serve([{ id: "p1", name: "Maple", status, unitCount: 0 }]);
  await show();
  const row = panel("Active Projects").getByRole("listitem");
  expect(within(row).getByText("Maple").nextSibling?.textContent).toBe(label);
});

test("a card shows its start, or its creation without one [DASH-12]", async () => {
  const start = "2026-02-01T12:00:00.000Z";
  serve([
    { id: "p1", startDate: start },
    { id: "p2", startDate: null, createdAt: at },
  ]);
  await show();
  expect(screen.getByText(`Started ${formatDate(start)}`)).toBeVisible();
  expect(screen.getByText(`Started ${formatDate(at)}`)).toBeVisible();
});

test("a card shows its progress in words and as a bar [DASH-13]", async () => {
  serve([{ id: "p1", name: "Maple", unitCount: 2 }], { stats: { p1: 50 } });
  await show();
  expect(screen.getByText("50% Complete")).toBeVisible();
  const bar = screen.getByRole("progressbar", { name: "Progress of Maple" });
  expect(bar.getAttribute("aria-valuenow")).toBe("50");
});

test("an activity has an icon by its type, its words, unit and time [DASH-15] [DASH-16]", async () => {
  const item = (type: string, unitNumber: string | null) => ({
    type,
    id: type,
    description: `About ${type}`,
    projectName: "Maple",
    unitNumber,
    createdAt: at,
  });
  const activity = [item("photo", "101"), item("task_update", null), item("anything", "102")];
  serve([], { activity });
  await show();
  const recent = panel("Recent Activity");
  const icons = recent.getAllByRole("img");
  expect(new Set(icons.map((icon) => icon.innerHTML)).size).toBe(3);
  const names = icons.map((icon) => icon.getAttribute("aria-label"));
  expect(names).toEqual(["Photo", "Task update", "Time entry"]);
  const rows = recent.getAllByRole("listitem").map((row) => row.textContent);
  const time = formatDateTime(at);
  expect(rows).toEqual([
    `About photoMaple • Unit 101${time}`,
    `About task_updateMaple${time}`,
    `About anythingMaple • Unit 102${time}`,
  ]);
});

test("without activity the panel says what will appear [DASH-17]", async () => {
  await show();
  const recent = panel("Recent Activity");
  expect(recent.getByText("No recent activity")).toBeVisible();
  expect(recent.getByText(/team members log time, complete tasks or upload photos/)).toBeVisible();
});
