import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Task } from "../../../src/lib/optimistic/task-change.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
});
afterEach(cleanup);

async function show(unit: Parameters<typeof unitOf>[0], ...tasks: Parameters<typeof taskOf>[0][]) {
  backend.answer(api.units.list, { projectId: "project" }, [unitOf(unit)]);
  backend.answer(api.tasks.list, { unitId: "unit" }, tasks.map(taskOf));
  backend.handle(api.tasks.update, () => new Promise(() => undefined));
  return await renderPage(backend, { at: "/projects/project/units?unit=unit" });
}

const row = (name: string) => within(screen.getByRole("listitem", { name }));

test("on a phone two taps on the circle of a task start and finish it, and a third asks [DETAIL-05]", async () => {
  const { user } = await show({});
  const answer = (baseStatus: Task["baseStatus"]) =>
    backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({ baseStatus })]);
  backend.handle(api.tasks.update, ({ status }) => answer(status as Task["baseStatus"]));
  answer("not_started");
  await user.click(await screen.findByRole("button", { name: "Start Paint walls" }));
  await user.click(await screen.findByRole("button", { name: "Finish Paint walls" }));
  await user.click(await screen.findByRole("button", { name: "Options for Paint walls" }));
  const menu = within(await screen.findByRole("menu", { name: "Paint walls" }));
  expect(menu.getAllByRole("menuitem").map((item) => item.textContent?.trim())).toEqual([
    "Not Started",
    "In Progress",
    "Completed",
  ]);
  await waitFor(() => expect(backend.acts(api.tasks.update)).toHaveLength(2));

  await user.click(menu.getByRole("menuitem", { name: "Not Started" }));

  await waitFor(() =>
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Start Paint walls"),
  );
  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      { taskId: "task", status: "in_progress" },
      { taskId: "task", status: "completed" },
      { taskId: "task", status: "not_started" },
    ]),
  );
});

test("on a phone a task shows what is late; its buttons, dates and removal are behind a tap on its name [DETAIL-06] [DETAIL-14]", async () => {
  const dueDate = "2020-01-02T12:00:00.000Z";
  const { user } = await show({}, { status: "overdue", dueDate });
  expect(row("Paint walls").getByText("Overdue, due")).toBeVisible();
  expect(row("Paint walls").queryByRole("button", { name: /^Due Date/ })).toBeNull();

  await user.click(row("Paint walls").getByRole("button", { name: "Paint walls" }));

  const statuses = within(row("Paint walls").getByRole("group")).getAllByRole("button");
  expect(statuses).toHaveLength(3);
  for (const name of ["Start Date: Not set", "Due Date: Jan 2, 2020", "Completion Date: Not set"])
    expect(row("Paint walls").getByRole("button", { name })).toBeVisible();
  expect(row("Paint walls").getByRole("button", { name: "Remove Paint walls" })).toBeVisible();
});

test("on a phone the dates of the unit are behind a tap [DETAIL-02]", async () => {
  const { user } = await show({}, {});
  const info = within(screen.getByRole("region", { name: "Unit information" }));
  expect(info.queryByRole("button", { name: /^Start Date/ })).toBeNull();
  await user.click(info.getByRole("button", { name: "Dates" }));
  expect(info.getByRole("button", { name: "Start Date: Not set" })).toBeVisible();
  expect(info.getByRole("button", { name: "Completion Date: Not set" })).toBeVisible();
});

test("a unit whose tasks are all done suggests to complete it with one tap [UNIT-13]", async () => {
  const counts = { totalTasks: 1, completedTasks: 1 };
  const { user } = await show(
    { status: "in_progress", ...counts },
    { baseStatus: "completed", completionDate: "2026-03-02T12:00:00.000Z" },
  );
  await user.click(screen.getByRole("button", { name: "Complete Unit" }));
  await waitFor(() =>
    expect(backend.acts(api.units.update)).toEqual([{ unitId: "unit", status: "completed" }]),
  );
  await waitFor(() => expect(screen.queryByRole("button", { name: "Complete Unit" })).toBeNull());
});

test("on a phone the details of a task offer to select it, which a long press does too [QUICK-03]", async () => {
  const { user } = await show({}, {});
  await user.click(row("Paint walls").getByRole("button", { name: "Paint walls" }));
  await user.click(screen.getByRole("button", { name: "Select Paint walls" }));

  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  expect(bar.getByRole("status").textContent).toBe("1 selected");
});
