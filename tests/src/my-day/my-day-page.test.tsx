import {
  act,
  cleanup,
  createEvent,
  fireEvent,
  renderHook,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { MyDayPage } from "../../../src/features/my-day/my-day-page.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { drawn } from "../support/drawn.ts";
import { projectOf, taskOf } from "../support/records.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";
import { pressUndo } from "../support/press-undo.ts";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, []);
});
afterEach(cleanup);

const empty = {
  ...{ today: "2026-03-04T12:00:00.000Z", overdue: [], dueToday: [] },
  ...{ nextSevenDays: [], blocked: [], noDate: [] },
};

function group(...tasks: Parameters<typeof taskOf>[0][]) {
  const dates = { moveInDate: null, readyByDate: "2026-03-06T12:00:00.000Z" };
  const unit = { id: "unit", name: "101", projectId: "project", projectName: "Oak Court" };
  return { unit: { ...unit, ...dates, risk: "at_risk" as const }, tasks: tasks.map(taskOf) };
}

async function show(lists: object, role = "project_supervisor") {
  backend.answer(api.myDay.mine, {}, { ...empty, ...lists });
  return await renderAt(backend, <MyDayPage />, { viewer: viewerOf({ role }) });
}

const headings = () =>
  screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);

test("the lists of the day stand in their order with their counts, and lead to units and their camera [MYDAY-01] [MYDAY-02] [CAM-01]", async () => {
  await show({
    dueToday: [group({ id: "b", name: "Paint" }, { id: "c", name: "Floor" })],
    overdue: [group({ id: "a", name: "Keys", status: "overdue" })],
    blocked: [group({ id: "d", name: "Oven", blockedReason: "parts" })],
  });

  expect(screen.getByRole("heading", { level: 1, name: "My Day" })).toBeVisible();
  expect(screen.getByText("Wednesday, March 4")).toBeVisible();
  expect(headings()).toEqual(["Overdue1", "Today2", "Blocked1"]);
  expect(screen.getByText("Parts")).toBeVisible();
  const today = within(screen.getByRole("region", { name: /^Today/ }));
  expect(today.getByText("At risk")).toBeVisible();
  expect(today.getByRole("link", { name: "Take photos of 101" }).getAttribute("href")).toBe(
    "/projects/project/units/unit/camera",
  );
  expect(today.getByRole("link", { name: "101 Oak Court" }).getAttribute("href")).toBe(
    "/projects/project/units?unit=unit",
  );
  expect([...backend.watched.keys()].filter((name) => name.startsWith("myDay:people"))).toEqual([]);
});

test("a unit tells of the earlier of its two dates, by its name [MYDAY-01]", async () => {
  const planned = group({});
  const dates = { readyByDate: "2026-03-09T12:00:00.000Z", moveInDate: "2026-03-06T12:00:00.000Z" };
  const unit = { ...planned.unit, ...dates, risk: "on_track" as const };
  await show({ dueToday: [{ ...planned, unit }] });

  expect(screen.getByText("Move-in Mar 6")).toBeVisible();
});

test("one tap completes a task and takes it off the day, and Undo asks the server to undo this very act [MYDAY-02] [UNDO-01]", async () => {
  const day = {
    ...empty,
    dueToday: [group({ baseStatus: "in_progress", blockedReason: "parts" })],
  };
  backend.handle(api.tasks.update, () => {
    backend.answer(api.myDay.mine, {}, empty);
    return taskOf({});
  });
  backend.handle(api.undo.byKey, () => {
    backend.answer(api.myDay.mine, {}, day);
    return null;
  });
  const { user } = await show(day);

  await user.click(screen.getByRole("button", { name: "Complete Paint walls" }));
  await screen.findByText("Nothing to do today");
  await pressUndo(user);

  await screen.findByRole("button", { name: "Complete Paint walls" });
  expect(backend.acts(api.tasks.update)).toEqual([{ taskId: "task", status: "completed" }]);
  const [{ key } = {}] = backend.calls(api.tasks.update);
  expect(backend.calls(api.undo.byKey)).toEqual([{ act: key }]);
});

test("an Undo of what somebody has changed since says that nothing was undone [MYDAY-02] [UNDO-01]", async () => {
  backend.handle(api.tasks.update, () => {
    backend.answer(api.myDay.mine, {}, empty);
    return taskOf({});
  });
  const changed = new ConvexError({ code: "conflict", message: "This was changed since" });
  backend.handle(api.undo.byKey, () => Promise.reject(changed));
  const { user } = await show({ dueToday: [group({})] });

  await user.click(screen.getByRole("button", { name: "Complete Paint walls" }));
  await screen.findByText("Nothing to do today");
  await pressUndo(user);

  await screen.findByText("Nothing was undone. Someone may have changed the task since.");
  expect(backend.acts(api.tasks.update)).toHaveLength(1);
});

test("an Undo that waits for a connection shows the task with its dates and its block as before, and does not touch it again [MYDAY-02] [FIELD-03]", async () => {
  const startDate = "2026-03-09T12:00:00.000Z";
  const by = { blockedBy: "other", blockedByName: "Noa Bell" } as object;
  const block = { blockedReason: "parts" as const, blockedAt: "2026-03-01T12:00:00.000Z", ...by };
  const task = taskOf({ startDate, ...block });
  backend.answer(api.tasks.list, { unitId: "unit" }, [task]);
  const done = { ...task, baseStatus: "completed", status: "completed" };
  const emptied = { startDate: null, blockedReason: null, blockedAt: null, blockedByName: null };
  backend.handle(api.tasks.update, () => {
    backend.answer(api.tasks.list, { unitId: "unit" }, [{ ...done, ...emptied }]);
    backend.answer(api.myDay.mine, {}, empty);
    return taskOf({});
  });
  const { user } = await show({ blocked: [group({ startDate, ...block })] });
  const shown = renderHook(() => useLiveQuery(api.tasks.list, { unitId: "unit" }), {
    wrapper: ({ children }) => backend.wrap(children),
  });

  await user.click(screen.getByRole("button", { name: "Complete Paint walls" }));
  await waitFor(() => expect(shown.result.current?.[0]?.baseStatus).toBe("completed"));
  await screen.findByText("Task updated successfully");
  act(() => backend.disconnect());
  await pressUndo(user);

  await waitFor(() => expect(shown.result.current).toEqual([task]));
  expect(outbox.snapshot().operations.map(({ text }) => text)).toEqual([
    "Paint walls: Completion undone",
  ]);
});

test("an Undo of a completion that the server refuses brings the task back without a word about other people [MYDAY-02] [FIELD-06]", async () => {
  const { user } = await show({ dueToday: [group({})] });
  let refuse: () => void = () => undefined;
  const gone = new ConvexError({ code: "not_found", message: "Task not found" });
  backend.handle(api.tasks.update, () => new Promise((_, reject) => (refuse = () => reject(gone))));
  backend.handle(api.undo.byKey, () => Promise.reject(gone));
  act(() => backend.disconnect());
  await user.click(screen.getByRole("button", { name: "Complete Paint walls" }));
  await screen.findByText("Task kept on this device");
  act(() => backend.connect());
  await waitFor(() => expect(backend.acts(api.tasks.update)).toHaveLength(1));
  await pressUndo(user);
  await waitFor(() => expect(outbox.snapshot().operations).toHaveLength(2));
  refuse();

  await waitFor(() => expect(outbox.snapshot().operations).toEqual([]));
  expect(screen.getByRole("button", { name: "Complete Paint walls" })).toBeVisible();
  expect(backend.calls(api.undo.byKey)).toEqual([]);
  expect(screen.queryByText(/Nothing was undone/)).toBeNull();
});

test("a tick that gives its unit a later date moves no unit from under the finger; elsewhere the order is free again [MYDAY-02]", async () => {
  const of = (name: string, ...tasks: string[]) => {
    const { unit, tasks: own } = group(...tasks.map((task) => ({ id: task + name, name: task })));
    return { unit: { ...unit, id: name, name }, tasks: own };
  };
  const both = [of("101", "Paint", "Floor"), of("102", "Paint")];
  backend.handle(api.tasks.update, () => {
    const overdue = [of("102", "Paint"), of("101", "Floor")];
    backend.answer(api.myDay.mine, {}, { ...empty, overdue });
    return taskOf({});
  });
  const { user } = await show({ overdue: both });
  const units = () =>
    screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);

  await user.click(screen.getAllByRole("button", { name: "Complete Paint" })[0]!);
  await waitFor(() =>
    expect(screen.getAllByRole("button", { name: /^Complete / })).toHaveLength(2),
  );
  await screen.findByText("Task updated successfully");
  expect(units()).toEqual(["101", "102"]);

  await user.hover(screen.getByRole("heading", { level: 1 }));
  expect(units()).toEqual(["102", "101"]);
});

test("a pointer that comes upon the day draws none of its units anew", async () => {
  const { user } = await show({ overdue: [group({ name: "Paint" })] });
  drawn.length = 0;
  await user.hover(screen.getByText("Paint"));
  expect(drawn).toContain("Lists");
  expect(drawn).not.toContain("Group");
});

test("a double tap completes one task: the row that moves up under the finger stays open, and a tap elsewhere counts at once [MYDAY-02]", async () => {
  const left = new Map(["Paint", "Floor", "Keys"].map((name) => [name, { id: name, name }]));
  const answer = () => ({ ...empty, overdue: [group(...left.values())] });
  backend.handle(api.tasks.update, ({ taskId }) => {
    left.delete(String(taskId));
    backend.answer(api.myDay.mine, {}, answer());
    return taskOf({ id: String(taskId) });
  });
  await show(answer());
  const tap = (name: string, { clientY, timeStamp }: { clientY: number; timeStamp: number }) => {
    const button = screen.getByRole("button", { name: `Complete ${name}` });
    const click = createEvent.click(button, { clientX: 20, clientY, detail: 1 });
    fireEvent(button, Object.defineProperty(click, "timeStamp", { value: timeStamp }));
  };

  tap("Paint", { clientY: 300, timeStamp: 1000 });
  await waitFor(() => expect(screen.queryByText("Paint")).toBeNull());
  tap("Floor", { clientY: 302, timeStamp: 1150 });
  tap("Keys", { clientY: 348, timeStamp: 1300 });
  await waitFor(() =>
    expect(backend.acts(api.tasks.update).map(({ taskId }) => taskId)).toEqual(["Paint", "Keys"]),
  );
  expect(screen.getByRole("button", { name: "Complete Floor" })).toBeVisible();
});

test("a refused completion puts the task back and says so [MYDAY-02]", async () => {
  const no = new ConvexError({ code: "forbidden", message: "No" });
  backend.handle(api.tasks.update, () => Promise.reject(no));
  const { user } = await show({ dueToday: [group({})] });
  await user.click(screen.getByRole("button", { name: "Complete Paint walls" }));
  await screen.findByText("An error occurred");
  expect(screen.getByRole("button", { name: "Complete Paint walls" })).toBeVisible();
});

test("managers see who works where today, with tasks and hours [MYDAY-04]", async () => {
  const place = { projectId: "project", projectName: "Oak Court" };
  const other = { projectId: "other", projectName: "Elm Court" };
  const ana = { userId: null, teamMemberId: "ana", name: "Ana Silva" };
  backend.answer(api.projects.list, {}, [
    projectOf({ id: "project", status: "active" }),
    projectOf({ id: "other", status: "active" }),
    projectOf({ id: "old", status: "completed" }),
  ]);
  backend.answer(api.myDay.people, { projectId: "project" }, [
    { ...ana, places: [{ ...place, unitId: "unit", unitName: "101", openTasks: 2, hours: 1.5 }] },
  ]);
  backend.answer(api.myDay.people, { projectId: "other" }, [
    { ...ana, places: [{ ...other, unitId: null, unitName: null, openTasks: 0, hours: 4 }] },
  ]);
  await show({}, "project_manager");
  const worker = within(await screen.findByRole("listitem", { name: "Ana Silva" }));
  expect(worker.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "101 Oak Court2 tasks · 1.5h",
    "Elm Court4h",
  ]);
  await waitFor(() => expect(screen.getByText("Nothing to do today")).toBeVisible());
});
