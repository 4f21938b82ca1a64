import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { QuickParts } from "../../../src/app/quick-parts.tsx";
import { Shell } from "../../../src/features/shell/shell.tsx";
import { followConnection } from "../../../src/lib/connection/connection.ts";
import { quick } from "../../../src/lib/quick.ts";
import { recents } from "../../../src/lib/device/recents.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf, templateOf } from "../support/records.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";

let backend: FakeConvex;
beforeEach(() => {
  quick.set(null);
  recents.drop();
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [
    projectOf({ id: "p1", name: "Main Street" }),
    projectOf({ id: "p2", name: "Oak Court" }),
  ]);
  backend.answer(api.units.names, { projectId: "p1" }, [
    { id: "u1", name: "104" },
    { id: "u2", name: "204" },
  ]);
  backend.answer(api.units.names, { projectId: "p2" }, [{ id: "u3", name: "204" }]);
  backend.answer(api.people.list, {}, [
    { id: "ana", firstName: "Ana", lastName: "Rivera", profileImageUrl: null },
  ]);
  backend.answer(api.teamMembers.list, {}, []);
  backend.answer(api.taskTemplates.list, {}, [
    templateOf({ id: "t1", name: "Paint walls", category: "Paint" }),
  ]);
});
afterEach(cleanup);

async function show(fields: object = {}, at = "/") {
  const page = await renderAt(
    backend,
    <>
      <Shell>page</Shell>
      <QuickParts />
    </>,
    { at, viewer: viewerOf(fields) },
  );
  const open = async (keys = "{Control>}k{/Control}") => {
    await page.user.keyboard(keys);
    return await screen.findByRole("combobox", { name: "Search" });
  };
  return { ...page, open };
}

const isLive = { isWebSocketConnected: true } as never;
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const activeOption = () =>
  screen.getAllByRole("option").find((option) => option.getAttribute("aria-selected") === "true")
    ?.textContent;

test("Ctrl K and Cmd K open the field, from a field too, and close it [QUICK-01]", async () => {
  const { user, open } = await show();
  const field = await open();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard("{Meta>}k{/Meta}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Search" })).toBeNull());
  await user.click(screen.getAllByRole("button", { name: /^Search/ })[0] as HTMLElement);
  expect(await screen.findByRole("dialog", { name: "Search" })).toBeVisible();
});

test("words in any order and with an error find things in groups, by keyboard alone [QUICK-01]", async () => {
  const { user, history, open } = await show();
  await open();
  await user.keyboard("main 204");
  expect(options()).toEqual(["204Main Street"]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.href).toBe("/projects/p1/units?unit=u2"));
  expect(screen.queryByRole("dialog", { name: "Search" })).toBeNull();

  await open();
  await user.keyboard("rivrea");
  expect(options()).toEqual(["Ana RiveraUser"]);
  expect(screen.getByRole("group", { name: "People" })).toBeVisible();
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("204");
  expect(options()).toHaveLength(2);
  const first = activeOption();
  await user.keyboard("{ArrowDown}");
  expect(activeOption()).not.toBe(first);
  expect(screen.getByRole("combobox").getAttribute("aria-activedescendant")).toBe(
    screen.getAllByRole("option")[1]?.id,
  );
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
});

test("pages, actions and master tasks are found, as far as the viewer may [QUICK-01]", async () => {
  const { user, open } = await show();
  await open();
  await user.keyboard("board");
  expect(options()).toEqual(["Turn Boardgthenb", "BoardMain Streetgtheno"].toSorted(exactFirst));
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("log off");
  expect(options()).toEqual(["Sign Out"]);
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("create project");
  expect(options()).toEqual(["Create a Project"]);
  cleanup();
  quick.set(null);

  backend.answer(api.search.text, { q: "create project", limit: 12 }, []);
  const supervisor = await show({ role: "project_supervisor", id: "other" });
  await supervisor.open();
  await supervisor.user.keyboard("create project");
  expect(options()).toEqual([]);
  expect(await screen.findByText("Nothing found: “create project”.")).toBeVisible();
  await supervisor.user.clear(screen.getByRole("combobox"));
  await supervisor.user.keyboard("paint{Enter}");
  await waitFor(() => expect(supervisor.history.location.href).toBe("/board?category=Paint"));
});

test("views are found with their page, as far as the viewer may open it [QUICK-01] [QUICK-05]", async () => {
  const view = {
    createdBy: "sam",
    createdByName: "Sam",
    shared: true,
    createdAt: "",
    updatedAt: "",
  };
  backend.answer(api.views.list, {}, [
    { ...view, id: "v1", name: "Late", page: "/board", query: "risk=late" },
    { ...view, id: "v2", name: "Late at Oak", page: "/projects/p2/units", query: "alarm=overdue" },
    { ...view, id: "v3", name: "Late of a deleted one", page: "/projects/p9/units", query: "" },
    { ...view, id: "v4", name: "Late sign-ins", page: "/audit", query: "kind=signIn" },
  ]);
  const { user, history, open } = await show();
  await open();
  await user.keyboard("late");
  expect(options()).toEqual(["LateTurn Board", "Late at OakUnits, Oak Court"]);
  await user.keyboard(" oak{Enter}");
  await waitFor(() => expect(history.location.href).toBe("/projects/p2/units?alarm=overdue"));
});

const exactFirst = (a: string) => (a.startsWith("Board") ? -1 : 1);

test("what was visited last stands first, per person, and a sign-out forgets it [QUICK-01]", async () => {
  const { user, history, open } = await show();
  // The code that records visits loads after the answers of a page.
  await waitFor(() => expect(recents.of("user")).toHaveLength(1));
  await act(async () => {
    history.push("/projects/p2/units?unit=u3");
    await Promise.resolve();
  });
  const field = await open();
  await waitFor(() =>
    expect(
      within(screen.getByRole("group", { name: "Recent" })).getAllByRole("option"),
    ).toHaveLength(3),
  );
  expect(options().slice(0, 2)).toEqual(["204Oak Court", "Oak Court"]);
  await user.type(field, "204");
  expect(options()[0]).toBe("204Oak Court");
  expect(recents.of("somebody else")).toEqual([]);
  recents.drop();
  expect(recents.of("user")).toEqual([]);
});

test("photos are taken in a unit that is asked for [QUICK-01]", async () => {
  const { user, history, open } = await show();
  await open();
  await user.keyboard("take photos{Enter}");
  expect(
    await screen.findByRole("combobox", { name: "Which unit are the photos of?" }),
  ).toBeVisible();
  await user.keyboard("paint");
  expect(options()).toEqual([]);
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("104{Enter}");
  await waitFor(() => expect(history.location.href).toBe("/projects/p1/units/u1/camera"));
});

const task = {
  ...{ type: "task", id: "k1", name: "Paint Walls", detail: "204, Oak Court", projectId: "p2" },
  path: "/projects/p2/units?unit=u3&task=k1",
};
const note = {
  ...{ type: "note", id: "n1", name: "Paint is in the cellar", detail: "104, Main Street" },
  ...{ projectId: "p1", path: "/projects/p1/units?unit=u1&tab=notes&note=n1" },
};

test("tasks and notes come below the quick hits, from the server, once the typing pauses [QUICK-01]", async () => {
  const { user, history, open } = await show();
  await open();
  await user.keyboard("pain");
  expect(screen.getByText("Searching tasks and notes…")).toBeVisible();
  expect(options()).toEqual(["Paint wallsPaint"]);
  const answer = (q: string, hits: object[]) =>
    act(() => backend.answer(api.search.text, { q, limit: 12 }, hits));
  answer("pain", [task, note]);
  await waitFor(() => expect(screen.queryByText("Searching tasks and notes…")).toBeNull());
  expect(options()).toEqual([
    "Paint wallsPaint",
    "Paint Walls204, Oak Court",
    "Paint is in the cellar104, Main Street",
  ]);
  expect(activeOption()).toBe("Paint wallsPaint");
  expect(screen.getByRole("group", { name: "Tasks" })).toBeVisible();

  // A match that still fits stays visible while the server searches.
  await user.keyboard("t cel");
  expect(options()).toEqual(["Paint is in the cellar104, Main Street"]);
  expect(screen.getByText("Searching tasks and notes…")).toBeVisible();
  answer("paint cel", [note]);
  await waitFor(() => expect(screen.queryByText("Searching tasks and notes…")).toBeNull());
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(history.location.href).toBe("/projects/p1/units?unit=u1&tab=notes&note=n1"),
  );
  expect(recents.of("user").filter((id) => /^(task|note)/.test(id))).toEqual([]);
});

test("a failed search of texts leaves the quick hits and says so; one letter is not asked [QUICK-01]", async () => {
  backend.answer(api.search.text, { q: "paint", limit: 12 }, new Error("Server Error"));
  const { user, open } = await show();
  await open();
  await user.keyboard("p!");
  expect(options()).toContain("Paint wallsPaint");
  expect(screen.queryByText("Searching tasks and notes…")).toBeNull();
  await user.keyboard("{Backspace}aint");
  expect(await screen.findByText("Tasks and notes could not be searched.")).toBeVisible();
  expect(options()).toEqual(["Paint wallsPaint"]);
});

test("what is not there yet holds up nothing, and without a line it is said [QUICK-01]", async () => {
  backend.answer(api.units.names, { projectId: "p2" }, undefined);
  const { user, open } = await show();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const offline = {
    connectionState: () => ({ isWebSocketConnected: false }) as never,
    subscribeToConnectionState: () => () => undefined,
  };
  const stops: (() => void)[] = [];
  act(() => void stops.push(followConnection(offline)));
  await open();
  await user.keyboard("204");
  expect(options()).toEqual(["204Main Street"]);
  expect(screen.getByText("1 result")).toBeVisible();
  expect(
    screen.getByText(/this device has seen .* tasks and notes are not searched/),
  ).toBeVisible();
  expect([...backend.watched].some((key) => key.startsWith("search:text"))).toBe(false);
  vi.restoreAllMocks();
  act(() => void stops.push(followConnection({ ...offline, connectionState: () => isLive })));
  for (const stop of stops) stop();
});
