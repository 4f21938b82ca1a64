import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { HistoryEvent } from "../../../src/lib/history/history-event.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

const projectId = "project";
const at = "/projects/project/history";
const first = { projectId, cursor: null, limit: 50 };

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.people.list, {}, [{ id: "sam", firstName: "Sam", lastName: "Hill" }]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function eventOf(fields: Partial<Record<keyof HistoryEvent, unknown>> = {}): HistoryEvent {
  return {
    ...{ id: "one", at: "2026-03-02T10:40:00.000Z", madeAt: null, kind: "task.updated" },
    ...{ userId: "sam", userName: "Sam Hill", projectId, projectName: "Oak Court" },
    ...{ unitId: "unit", unitName: "204", recordId: "task", label: "Paint walls", count: null },
    changes: [{ field: "status", from: "in_progress", to: "completed" }],
    ...{ overtaken: null, batchId: null, undoneAt: null, undoes: null, isRedo: false },
    ...fields,
  } as HistoryEvent;
}

function answer(
  events: HistoryEvent[],
  { args = {}, next = null }: { args?: object; next?: string | null } = {},
) {
  backend.answer(
    api.history.ofProject,
    { ...first, ...args },
    { page: events, continueCursor: next },
  );
}

test("a project's history tells person, act, unit, old and new value by day [HIST-01]", async () => {
  const dueDate = { field: "dueDate", from: null, to: "2026-03-05T12:00:00.000Z" };
  answer([
    eventOf({ changes: [{ field: "status", from: "in_progress", to: "completed" }, dueDate] }),
    eventOf({ id: "two", at: "2025-12-31T10:00:00.000Z", userId: null, userName: "Turnboard" }),
  ]);
  await renderPage(backend, { at });

  const [day, earlier] = await screen.findAllByRole("heading", { level: 2 });
  expect(day?.textContent).toMatch(/Mar(ch)? 2/);
  expect(earlier?.textContent).toContain("2025");
  const list = within(screen.getAllByRole("list")[0] as HTMLElement);
  expect(list.getByText(/moved Paint walls to completed/)).toBeVisible();
  expect(list.getByText(/^Status/).textContent).toBe("Status: in progress →to completed");
  expect(list.getByText(/^Due day/).textContent).toMatch(/^Due day: nothing →to Mar 5/);
  expect(list.getByRole("link", { name: "204" }).getAttribute("href")).toBe(
    "/projects/project/units?unit=unit&tab=history",
  );
  expect(screen.getAllByText(/Turnboard/)[0]?.closest("a")).toBeNull();
});

test("work done offline has both times, and what was undone or overtaken says so [HIST-01]", async () => {
  answer([
    eventOf({ madeAt: "2026-03-02T10:12:00.000Z", undoneAt: "2026-03-02T11:00:00.000Z" }),
    eventOf({ id: "two", madeAt: "2026-03-02T10:39:59.000Z" }),
    eventOf({
      ...{ id: "three", changes: [] },
      overtaken: [{ field: "status", from: "completed", to: "in_progress" }],
    }),
  ]);
  await renderPage(backend, { at });

  const [offline, onItsWay, , ...rest] = await waitFor(() => {
    const found = screen.getAllByRole("listitem").filter((row) => row.querySelector("time"));
    expect(found).toHaveLength(3);
    return found.map((row) => row.textContent);
  });
  expect(offline).toMatch(/Done offline at \d+:12.*, arrived \d+:40/);
  expect(offline).toContain("Undone");
  expect(onItsWay).not.toContain("offline");
  expect(rest).toEqual([]);
  expect(screen.getByText("Not taken over, a later change stands")).toBeVisible();
  expect(screen.getByText(/to in progress, but a later change stands/)).toBeVisible();
});

test("filters stand in the address; a name narrows to its person [HIST-01]", async () => {
  const narrowed = { kind: "task", from: "2026-03-01", to: "2026-03-02" };
  answer([eventOf()], { args: narrowed });
  const { user, history } = await renderPage(backend, {
    at: `${at}?what=task&from=2026-03-01&to=2026-03-02`,
  });
  answer([eventOf()], { args: { ...narrowed, userId: "sam" } });

  await user.click(await screen.findByRole("link", { name: "Sam Hill" }));

  await waitFor(() => expect(history.location.search).toContain("by=sam"));
  expect(screen.getByRole("combobox", { name: "Who" }).textContent).toBe("Sam Hill");
  expect(screen.getByRole("combobox", { name: "What" }).textContent).toBe("Tasks");
});

test("an empty history says why, and the filters can be cleared [HIST-01]", async () => {
  answer([], { args: { kind: "note" } });
  answer([eventOf()]);
  const { user, history } = await renderPage(backend, { at: `${at}?what=note` });

  await user.click(await screen.findByRole("button", { name: "Clear Filters" }));

  expect(await screen.findByText(/moved Paint walls/)).toBeVisible();
  expect(history.location.search).toBe("");
});

test("earlier changes are read on demand, also past a page without any [HIST-01]", async () => {
  answer([eventOf()], { next: "a" });
  answer([eventOf()], { args: { limit: undefined, through: "a" } });
  answer([], { args: { cursor: "a" }, next: "b" });
  const { user } = await renderPage(backend, { at });
  const more = await screen.findByRole("button", { name: "Show Earlier Changes" });

  backend.answer(
    api.history.ofProject,
    { projectId, cursor: null, through: "a" },
    { page: [eventOf()], continueCursor: "a" },
  );
  await user.click(more);
  backend.answer(
    api.history.ofProject,
    { projectId, cursor: "a", through: "b" },
    { page: [], continueCursor: "b" },
  );
  answer([eventOf({ id: "last", label: "Tile floor" })], { args: { cursor: "b" } });
  await user.click(screen.getByRole("button", { name: "Show Earlier Changes" }));

  expect(await screen.findByText(/moved Tile floor/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show Earlier Changes" })).toBeNull();
});

test("the file has all pages, and text that a spreadsheet would run is defused [HIST-01]", async () => {
  let file: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((made) => {
    file = made as Blob;
    return "blob:history";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  answer([eventOf()]);
  const evil = eventOf({ userName: "=cmd()" });
  const offline = eventOf({ id: "two", madeAt: "2026-03-02T10:12:00.000Z" });
  backend.handle(api.history.ofProject, ({ cursor }) =>
    cursor === null
      ? { page: [evil], continueCursor: "a" }
      : { page: [offline], continueCursor: null },
  );
  const { user } = await renderPage(backend, { at });
  await screen.findByText(/moved Paint walls/);

  await user.click(screen.getByRole("button", { name: "Export CSV" }));

  await waitFor(() => expect(file).toBeInstanceOf(Blob));
  expect(backend.calls(api.history.ofProject)).toEqual([
    { projectId, cursor: null, limit: 100 },
    { projectId, cursor: "a", limit: 100 },
  ]);
  const what = `"Moved Paint walls to completed","Oak Court","204"`;
  const changes = `"Status: in progress → completed","",""`;
  expect((await file?.text())?.split("\n").slice(1)).toEqual([
    `"2026-03-02T10:40:00.000Z","","'=cmd()",${what},${changes}`,
    `"2026-03-02T10:40:00.000Z","2026-03-02T10:12:00.000Z","Sam Hill",${what},${changes}`,
    "",
  ]);
});

test("no file is made of pages that were read with different roles [HIST-01] [PERM-18]", async () => {
  const save = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:history");
  const viewer = (role: string) => backend.answer(api.users.viewer, {}, { id: "user", role });
  viewer("project_manager");
  answer([eventOf()]);
  backend.handle(api.history.ofProject, ({ cursor }) => {
    if (cursor !== null) viewer("project_supervisor");
    return { page: [eventOf()], continueCursor: cursor === null ? "a" : null };
  });
  const { user } = await renderPage(backend, { at });

  await user.click(await screen.findByRole("button", { name: "Export CSV" }));

  expect(await screen.findByText("An error occurred")).toBeVisible();
  expect(save).not.toHaveBeenCalled();
});

test("an open unit shows its history beside the tabs, in the address [HIST-01]", async () => {
  backend.answer(api.units.list, { projectId }, [unitOf({ id: "unit", name: "204" })]);
  backend.answer(
    api.history.ofUnit,
    { unitId: "unit", cursor: null, limit: 50 },
    { page: [eventOf()], continueCursor: null },
  );
  backend.answer(api.tasks.list, { unitId: "unit" }, []);
  const { user, history } = await renderPage(backend, {
    at: "/projects/project/units?unit=unit",
  });

  await user.click(await screen.findByRole("button", { name: "History" }));

  expect(await screen.findByText(/moved Paint walls to completed/)).toBeVisible();
  expect(history.location.search).toContain("tab=history");
  expect(screen.queryByRole("link", { name: "204" })).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Tasks" }));
  expect(history.location.search).not.toContain("tab=");
});

test("a link to the history of a unit opens it, and a tab that has the focus does not take it away [HIST-01]", async () => {
  backend.answer(api.units.list, { projectId }, [unitOf({ id: "unit", name: "204" })]);
  backend.answer(
    api.history.ofUnit,
    { unitId: "unit", cursor: null, limit: 50 },
    { page: [eventOf()], continueCursor: null },
  );
  backend.answer(api.tasks.list, { unitId: "unit" }, []);
  const { user, history } = await renderPage(backend, {
    at: "/projects/project/units?unit=unit&tab=history",
  });

  expect(await screen.findByText(/moved Paint walls to completed/)).toBeVisible();
  const tasks = screen.getByRole("tab", { name: "Tasks" });
  act(() => tasks.focus());
  expect(history.location.search).toContain("tab=history");
  await user.keyboard("{Enter}");
  expect(history.location.search).not.toContain("tab=history");
});
