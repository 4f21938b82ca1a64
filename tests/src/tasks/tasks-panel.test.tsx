import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { drawings } from "../../../src/lib/answers/drawings.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
});
afterEach(cleanup);

async function show(...tasks: Parameters<typeof taskOf>[0][]) {
  backend.answer(api.tasks.list, { unitId: "unit" }, tasks.map(taskOf));
  return await renderPage(backend, { at: "/projects/project/units?unit=unit" });
}

test("the tasks of a unit render in slices when they arrive, and later changes at once", async () => {
  await renderPage(backend, { at: "/projects/project/units?unit=unit" });
  const counts: number[] = [];
  drawings.subscribe(() => counts.push(drawings.snapshot()));
  const serve = (name: string) =>
    act(() => backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({ name })]));
  serve("Keys");
  expect(await screen.findByRole("heading", { name: "Keys" })).toBeVisible();
  expect(counts).toEqual([1, 0]);

  serve("Locks");
  expect(taskNames()).toEqual(["Locks"]);
  expect(counts).toEqual([1, 0]);
});

const chips = () =>
  within(screen.getByRole("group", { name: "Filter tasks by status" }))
    .getAllByRole("button")
    .map((chip) => chip.textContent);

const taskNames = () =>
  screen.queryAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);

test("chips with counts narrow the list [DETAIL-03]", async () => {
  const { user } = await show(
    { id: "a", name: "Keys" },
    { id: "b", name: "Paint", baseStatus: "completed" },
  );
  expect(chips()).toEqual(["All (2)", "Not Started (1)", "In Progress (0)", "Completed (1)"]);
  await user.click(screen.getByRole("button", { name: "Completed (1)" }));
  expect(taskNames()).toEqual(["Paint"]);
});

test("the list is not left empty when its last overdue task is completed [DETAIL-04]", async () => {
  const { user } = await show(
    { id: "a", name: "Keys" },
    { id: "b", name: "Paint", status: "overdue", dueDate: "2020-01-01T12:00:00.000Z" },
  );
  await user.click(screen.getByRole("button", { name: "Overdue (1)" }));
  expect(taskNames()).toEqual(["Paint"]);

  await user.click(screen.getByRole("button", { name: "Completed" }));

  await waitFor(() => expect(taskNames()).toEqual(["Keys", "Paint"]));
  expect(chips()).not.toContain("Overdue (1)");
});

test("an overdue task says so, offers three statuses and marks the stored one [DETAIL-05] [DETAIL-14]", async () => {
  await show({ baseStatus: "in_progress", status: "overdue", dueDate: "2020-01-01T12:00:00.000Z" });
  const card = within(screen.getByRole("listitem", { name: "Paint walls" }));
  expect(card.getByText("Overdue")).toBeVisible();
  const buttons = within(card.getByRole("group")).getAllByRole("button");
  expect(
    buttons.map((button) => [button.textContent, button.getAttribute("aria-pressed")]),
  ).toEqual([
    ["Not Started", "false"],
    ["In Progress", "true"],
    ["Completed", "false"],
  ]);
});

test.each([
  ["Start Date", "startDate"],
  ["Due Date", "dueDate"],
  ["Completion Date", "completionDate"],
] as const)(
  "the %s of a task is set and cleared by its picker [DETAIL-06]",
  async (label, field) => {
    backend.handle(api.tasks.update, () => taskOf({}));
    const { user } = await show({ [field]: "2026-03-02T12:00:00.000Z" });
    const picker = () =>
      within(screen.getByRole("listitem", { name: "Paint walls" })).getByRole("button", {
        name: `${label}: Mar 2, 2026`,
      });
    await user.click(picker());
    await user.click(await screen.findByRole("button", { name: /March 12th/ }));
    await user.click(picker());
    await user.click(await screen.findByRole("button", { name: "Clear" }));
    await waitFor(() =>
      expect(backend.acts(api.tasks.update)).toEqual([
        { taskId: "task", [field]: "2026-03-12" },
        { taskId: "task", [field]: null },
      ]),
    );
  },
);

test("a status button sends the status and says so when it is done [DETAIL-09] [TOAST-14]", async () => {
  backend.handle(api.tasks.update, () => taskOf({}));
  const { user } = await show({});
  await user.click(screen.getByRole("button", { name: "In Progress" }));
  await screen.findByText("Task updated successfully");
  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([{ taskId: "task", status: "in_progress" }]),
  );
});

test("the status a task already has sends nothing", async () => {
  const { user } = await show({ baseStatus: "in_progress" });
  await user.click(screen.getByRole("button", { name: "In Progress" }));
  expect(backend.sent).toEqual([]);
});

test("removing asks first; declining keeps the task, confirming removes it [DETAIL-07] [VALID-19]", async () => {
  const { user } = await show({ id: "a", name: "Keys" }, { id: "b", name: "Paint" });
  await user.click(screen.getByRole("button", { name: "Remove Keys" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(taskNames()).toEqual(["Keys", "Paint"]);

  await user.click(screen.getByRole("button", { name: "Remove Keys" }));
  await user.click(screen.getByRole("button", { name: "Remove Task" }));

  await waitFor(() => expect(taskNames()).toEqual(["Paint"]));
  expect(backend.calls(api.tasks.remove)).toEqual([{ taskId: "a" }]);
});

test("a task removed by somebody else closes the question about it and says so [API-53]", async () => {
  const { user } = await show({ id: "a", name: "Keys" }, { id: "b", name: "Paint" });
  await user.click(screen.getByRole("button", { name: "Remove Keys" }));
  backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({ id: "b", name: "Paint" })]);
  await screen.findByText("This task is no longer here");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(backend.sent).toEqual([]);
});
