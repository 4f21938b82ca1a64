import { readFileSync } from "node:fs";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { forgetSelection } from "../../../src/features/shell/project/selection-store.ts";
import { LastCameraPage } from "../../../src/features/shell/camera/last-camera-page.tsx";
import { Shell } from "../../../src/features/shell/shell.tsx";
import { answers } from "../../../src/lib/answers/answers.ts";
import { lastUnit } from "../../../src/lib/device/last-unit.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";
import { ofServer } from "../support/of-server.ts";

const open = ["Dashboard", "Projects", "Analytics", "Reports"];
const global = ["Dashboard", "My Day", "Turn Board", "Projects", "Analytics", "Reports"];
const projectItems = ["Units", "Board", "Photos", "History", "Project Team", "Time Tracking"];

let backend: FakeConvex;

beforeEach(() => {
  forgetSelection();
  backend = new FakeConvex();
  serve("p1", "p2");
});
afterEach(cleanup);

function serve(...ids: string[]) {
  backend.answer(
    api.projects.list,
    {},
    ids.map((id) => projectOf({ id, name: `Project ${id}` })),
  );
}

const show = async (fields: object = {}, at = "/") =>
  await renderAt(backend, <Shell>page</Shell>, { at, viewer: viewerOf(fields) });
const sidebar = () => within(screen.getByRole("complementary", { name: "Sidebar" }));
const items = () =>
  sidebar()
    .getAllByRole("link")
    .map((link) => link.textContent);

test.each([
  [
    "account_administrator",
    [
      ...global,
      ...["Team Management", "User Management", "Audit Log", "Master Task List", "Trash"],
      ...projectItems,
    ],
  ],
  ["project_manager", [...global, "Team Management", "Master Task List", "Trash", ...projectItems]],
  ["project_supervisor", [...global, ...projectItems]],
] as const)("the menu of %s [PERM-17] [SHELL-14] [SHELL-15] [SHELL-16]", async (role, expected) => {
  await show({ role });
  expect(items()).toEqual(expected);
});

test("projects that cannot be read leave the menu and the page in place, and are read again [GEN-07]", async () => {
  backend.answer(api.projects.list, {}, new Error("Server Error"));
  await show({ role: "project_supervisor" });

  expect(items()).toEqual(global);
  expect(screen.getByText("page")).toBeVisible();
  expect(sidebar().getByText("The projects could not be read")).toBeVisible();
  expect(answers.summary.snapshot().isStale).toBe(true);

  serve("p1");
  act(() => answers.askStaleAnew());
  expect(await sidebar().findByRole("link", { name: "Units" })).toBeVisible();
});

test("every item leads to its page [SHELL-14] [SHELL-15] [SHELL-16]", async () => {
  await show({ role: "account_administrator" });
  const hrefOf = (name: string) => sidebar().getByRole("link", { name }).getAttribute("href");
  expect(global.map(hrefOf)).toEqual([
    "/",
    "/my-day",
    "/board",
    "/projects",
    "/analytics",
    "/reports",
  ]);
  expect(hrefOf("Team Management")).toBe("/team-management");
  expect(hrefOf("User Management")).toBe("/user-management");
});

test("an identity without a known role sees no project, and no read is made [SHELL-18]", async () => {
  await show({ role: "visitor" });
  expect(items()).toEqual(open);
  expect(backend.watched.size).toBe(0);
});

test("the selected project is a heading with the items of its pages [SHELL-17]", async () => {
  await show({}, "/projects/p2/team");
  expect(sidebar().getByRole("heading", { name: "Project p2" })).toBeVisible();
  const hrefs = projectItems.map((name) =>
    sidebar().getByRole("link", { name }).getAttribute("href"),
  );
  expect(hrefs).toEqual([
    "/projects/p2/units",
    "/projects/p2/board",
    "/projects/p2/photos",
    "/projects/p2/history",
    "/projects/p2/team",
    "/projects/p2/time-tracking",
  ]);
});

test("without projects the sidebar asks to select one, and remembers none [SHELL-19]", async () => {
  localStorage.setItem("selectedProjectId", "p1");
  serve();
  await show();
  expect(sidebar().getByText("Select a project to access project-specific features")).toBeVisible();
  expect(localStorage.getItem("selectedProjectId")).toBeNull();
});

test("an unknown remembered project gives way to the first, also in memory [SHELL-29]", async () => {
  localStorage.setItem("selectedProjectId", "gone");
  await show();
  expect(sidebar().getByRole("heading", { name: "Project p1" })).toBeVisible();
  expect(localStorage.getItem("selectedProjectId")).toBe("p1");
});

test("the selection can be cleared, which leaves a project's page [SHELL-30]", async () => {
  const { user, history } = await show({}, "/projects/p2/team");
  await user.click(sidebar().getByRole("button", { name: "Clear project selection" }));
  await waitFor(() => expect(history.location.pathname).toBe("/projects"));
  await sidebar().findByText(/Select a project/);
  expect(localStorage.getItem("selectedProjectId")).toBeNull();
});

test("the viewer is shown with initials or picture, name and email [SHELL-20] [SHELL-21]", async () => {
  await show();
  for (const text of ["MW", "Mia Wolf", "mia@homes.test"]) {
    expect(sidebar().getByText(text)).toBeVisible();
  }
  cleanup();
  await show({ profileImageUrl: "/mia.png" });
  // The content of a button becomes its name, so an image with an alternative text would say the name twice.
  const person = sidebar().getByRole("button", { name: /^Mia Wolf mia/ });
  expect(person.querySelector("img")?.getAttribute("src")).toBe("/mia.png");
});

test("logging out is a navigation of the whole page [AUTH-13]", async () => {
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  vi.stubGlobal("fetch", () => Promise.resolve(ofServer(new Response(""))));
  const { user } = await show();
  await user.click(sidebar().getByRole("button", { name: "Log out" }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/api/logout"));
});

test("a phone draws the sidebar in its drawer alone [SHELL-22]", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: query === "(width < 48rem)" }),
  );
  const { user } = await show();
  expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Open menu" }));
  expect(await screen.findByRole("navigation", { name: "Main" })).toBeVisible();
  vi.restoreAllMocks();
});

test("the drawer holds the same items and closes when one is chosen [SHELL-22]", async () => {
  const { user, history } = await show();
  await user.click(screen.getByRole("button", { name: "Open menu" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Menu" }));
  await user.click(drawer.getByRole("link", { name: "Projects" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(history.location.pathname).toBe("/projects");
});

test("a new page takes the focus to its heading, but not from who went to the notifications meanwhile [LIMIT-06]", async () => {
  const { history } = await renderAt(
    backend,
    <Shell>
      <h1 tabIndex={-1}>page</h1>
    </Shell>,
  );
  const isAt = async (name: string) => {
    const item = sidebar().getByRole("link", { name });
    await waitFor(() => expect(item.getAttribute("aria-current")).toBe("page"));
  };

  history.push("/projects");
  await isAt("Projects");
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));

  history.push("/");
  const notifications = document.querySelector<HTMLElement>('[data-slot="toaster"]');
  notifications?.focus();
  await isAt("Dashboard");
  expect(document.activeElement).toBe(notifications);
});

test.each([
  { state: "open", at: "New note" },
  { state: "closed", at: "page" },
])(
  "a page that opens with a dialog leaves the focus in it, and takes it from one that closes: $state [CAM-01] [GEN-07]",
  async ({ state, at }) => {
    const { history } = await renderAt(
      backend,
      <Shell>
        <h1 tabIndex={-1} aria-label="page">
          page
        </h1>
        <div role="dialog" aria-label="Unit" data-state={state}>
          <input aria-label="New note" />
        </div>
      </Shell>,
    );
    screen.getByLabelText("New note").focus();

    history.push("/projects");

    const item = sidebar().getByRole("link", { name: "Projects" });
    await waitFor(() => expect(item.getAttribute("aria-current")).toBe("page"));
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(at));
  },
);

test("on a phone a bar leads to my day, the camera, the projects and the menu, and is away while somebody types [MYDAY-03] [CAM-01]", async () => {
  backend.answer(api.units.names, { projectId: "p1" }, [{ id: "u1", name: "101" }]);
  lastUnit.set(null);
  const { user } = await renderAt(
    backend,
    <Shell>
      <input aria-label="Note" />
    </Shell>,
    { viewer: viewerOf({}) },
  );
  const bar = () => screen.queryByRole("navigation", { name: "Quick access" });
  const entries = [...(bar()?.querySelectorAll("a, button") ?? [])];
  expect(entries.map((entry) => entry.textContent?.trim())).toEqual([
    ...["My Day", "Board", "Camera", "Projects", "Menu"],
  ]);

  await user.click(screen.getByLabelText("Note"));
  expect(bar()).toBeNull();
  await user.tab();
  expect(bar()).not.toBeNull();

  await user.click(screen.getByRole("button", { name: "Camera" }));
  const unit = await screen.findByRole("link", { name: "101" });
  expect(unit.getAttribute("href")).toBe("/projects/p1/units/u1/camera");
  act(() =>
    lastUnit.set({ projectId: "p2", unitId: "u2", name: "202", projectName: "Project p2" }),
  );
  const last = await screen.findByRole("link", { name: /^202/ });
  expect(last.getAttribute("href")).toBe("/projects/p2/units/u2/camera");
  await user.keyboard("{Escape}");

  await user.click(screen.getByRole("button", { name: "Menu" }));
  expect(await screen.findByRole("dialog", { name: "Menu" })).toBeVisible();
});

test("the installed app's shortcut leads to the camera of the last unit; without one it asks which unit [CAM-01]", async () => {
  backend.answer(api.units.names, { projectId: "p1" }, [{ id: "u1", name: "101" }]);
  lastUnit.set(null);
  const { user, history } = await renderAt(backend, <LastCameraPage />, { at: "/camera" });
  const question = within(await screen.findByRole("dialog", { name: "Take photos" }));
  await user.click(await question.findByRole("link", { name: "101" }));
  await waitFor(() => expect(history.location.pathname).toBe("/projects/p1/units/u1/camera"));
  cleanup();

  lastUnit.set({ projectId: "p2", unitId: "u2", name: "202", projectName: "Project p2" });
  const again = await renderAt(backend, <LastCameraPage />, { at: "/camera" });
  await waitFor(() => expect(again.history.location.pathname).toBe("/projects/p2/units/u2/camera"));
  expect(again.history.length).toBe(1);
});

test("the question for a unit says of which project, and takes another one [CAM-01]", async () => {
  backend.answer(api.units.names, { projectId: "p1" }, [{ id: "u1", name: "101" }]);
  backend.answer(api.units.names, { projectId: "p2" }, [{ id: "u2", name: "101" }]);
  lastUnit.set(null);
  const { user } = await renderAt(backend, <LastCameraPage />, { at: "/camera" });
  const question = within(await screen.findByRole("dialog", { name: "Take photos" }));
  const project = await question.findByRole("combobox", { name: "Project" });
  expect(project.textContent).toBe("Project p1");

  await user.click(project);
  await user.click(await screen.findByRole("option", { name: "Project p2" }));
  await waitFor(() =>
    expect(question.getByRole("link", { name: "101" }).getAttribute("href")).toBe(
      "/projects/p2/units/u2/camera",
    ),
  );
});

test("each shortcut of the installed app has a page of the app [FIELD-01]", () => {
  const { shortcuts, start_url } = JSON.parse(
    readFileSync("public/manifest.webmanifest", "utf8"),
  ) as { shortcuts: { url: string }[]; start_url: string };
  const pages = readFileSync("src/routeTree.gen.ts", "utf8");
  for (const url of [start_url, ...shortcuts.map((shortcut) => shortcut.url)])
    expect(pages).toContain(`fullPath: "${url}"`);
});
