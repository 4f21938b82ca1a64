import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { AnalyticsPage } from "../../../src/features/analytics/analytics-page.tsx";
import { DashboardPage } from "../../../src/features/dashboard/dashboard-page.tsx";
import CameraPlaces from "../../../src/features/shell/camera/camera-places.tsx";
import { WorkersPanel } from "../../../src/features/my-day/workers-panel.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { projectOf } from "../support/records.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";
import { renderPage } from "../support/render-page.tsx";

const words = "Not on this device";
let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
});
afterEach(() => {
  cleanup();
  restoreNetwork();
});

test("figures that no device keeps say in their place that they come with the network, and then come [FIELD-02]", async () => {
  backend.answer(api.projects.list, {}, [projectOf({ name: "Oak Court" })]);
  await renderAt(backend, <DashboardPage />, { viewer: viewerOf() });
  expect(screen.queryByText(words)).toBeNull();

  turnNetwork(false);
  // The notice appears for six figures, the units at risk and the recent activity.
  expect(screen.getAllByText(words)).toHaveLength(8);
  expect(screen.getAllByText("It comes with the network.")).toHaveLength(2);
  expect(screen.getByText("Oak Court")).toBeVisible();

  turnNetwork(true);
  expect(screen.queryByText(words)).toBeNull();
});

test.each([
  ["/team-management", "account_administrator"],
  ["/user-management", "account_administrator"],
  ["/audit", "account_administrator"],
  ["/reports", "account_administrator"],
  ["/trash", "account_administrator"],
  ["/projects/project/history", "account_administrator"],
])("%s does not load without end when the network is away [FIELD-02]", async (at, role) => {
  await renderPage(backend, { at, role });
  expect(screen.queryByText(words)).toBeNull();
  turnNetwork(false);
  expect(screen.getByText(words)).toBeVisible();
});

test("the figures of a project do not load without end when the network is away [FIELD-02]", async () => {
  await renderAt(backend, <AnalyticsPage projectId="project" />, { viewer: viewerOf() });
  turnNetwork(false);
  expect(screen.getByText(words)).toBeVisible();
});

test("the people of the day do not load without end when the network is away [FIELD-02] [MYDAY-04]", async () => {
  await renderAt(backend, <WorkersPanel isWide />, { viewer: viewerOf() });
  turnNetwork(false);
  expect(await screen.findByText(words)).toBeVisible();
});

test.each([
  ["the tasks to assign", "/projects?dialog=assign&project=project", "Assign Tasks"],
  ["the people to assign", "/projects/project/team?dialog=assign", "Assign Team Member"],
])("%s do not load without end when the network is away [FIELD-02]", async (_, at, name) => {
  backend.answer(api.projects.list, {}, [projectOf({ unitCount: 2 })]);
  backend.answer(api.projectTeams.list, { projectId: "project" }, []);
  await renderPage(backend, { at });
  const dialog = within(await screen.findByRole("dialog", { name }));
  expect(dialog.queryByText(words)).toBeNull();
  turnNetwork(false);
  expect(await dialog.findByText(words)).toBeVisible();
});

test("the units to photograph do not load without end when the network is away [FIELD-02] [CAM-01]", async () => {
  backend.answer(api.projects.list, {}, [projectOf({})]);
  await renderAt(backend, <CameraPlaces projectId="project" onClose={() => undefined} />, {});
  turnNetwork(false);
  expect(await screen.findByText(words)).toBeVisible();
});

test("a card of a project whose progress is not known says so beside its empty bar [FIELD-02] [PROJ-07]", async () => {
  backend.answer(api.projects.list, {}, [projectOf({ unitCount: 2 })]);
  await renderPage(backend, { at: "/projects" });
  turnNetwork(false);
  expect(screen.getByText("Progress").nextElementSibling?.textContent).toBe(`–${words}`);
});

test("the people in charge of a project come with the network, and the form says so [FIELD-02]", async () => {
  backend.answer(api.projects.list, {}, [projectOf({ managerId: "pia", supervisorId: "sam" })]);
  await renderPage(backend, { at: "/projects?dialog=edit&project=project" });
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Project" }));
  const field = (name: string) => dialog.getByRole("combobox", { name }).textContent;
  expect(field("Manager")).toBe("");
  turnNetwork(false);
  expect(["Manager", "Supervisor"].map(field)).toEqual([words, words]);
});

test("a unit that is not on this device says so in the middle of its dialog, not in the column of its facts [FIELD-02]", async () => {
  await renderPage(backend, { at: "/projects/project/units?unit=unit" });
  const dialog = within(await screen.findByRole("dialog"));
  turnNetwork(false);
  const notice = await dialog.findByText(words);
  expect(notice.closest("[class*=grid-cols-]")).toBeNull();
  // Its heading promises no name that cannot come.
  expect(document.querySelectorAll('[role="dialog"] [data-slot="skeleton"]')).toHaveLength(0);
  expect(dialog.getByRole("heading", { name: "Unit" }).className).not.toContain("sr-only");
});
