import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { TaskTemplatesPage } from "../../../src/features/task-templates/task-templates-page.tsx";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { templateOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";
import { moveToLast } from "../support/move-row.ts";
import { stackRows } from "../support/stacked-rows.ts";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.taskTemplates.list, {}, [
    templateOf({ id: "a", name: "Keys", category: "Safety" }),
    templateOf({ id: "b", name: "Locks", category: "Safety", description: "All doors" }),
    templateOf({ id: "c", name: "Walls", category: "Paint", estimatedHours: 2.5 }),
  ]);
});
afterEach(cleanup);

const show = async () => await renderAt(backend, <TaskTemplatesPage />);

const rows = (category: string) =>
  within(screen.getByRole("list", { name: `Tasks of ${category}` }))
    .getAllByRole("listitem")
    .map((row) => row.getAttribute("aria-label"));

test("the master task list is shown by category [OP-21]", async () => {
  await show();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Master Task List");
  expect(rows("Safety")).toEqual(["Keys", "Locks"]);
  expect(rows("Paint")).toEqual(["Walls"]);
  expect(screen.getByText("2.5h")).toBeVisible();
});

test("an empty master task list says so and offers to add the first task [OP-21]", async () => {
  backend.answer(api.taskTemplates.list, {}, []);
  const { user } = await show();
  expect(screen.getByText("No tasks yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add Your First Task" }));
  expect(await screen.findByRole("dialog", { name: "Add Task" })).toBeVisible();
});

test("adding a task sends what was entered, closes the dialog and says so [OP-21]", async () => {
  backend.handle(api.taskTemplates.create, () => templateOf({}));
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "Add Task" }));
  await user.type(screen.getByLabelText(/^Task Name/), " Mirrors ");
  await user.type(screen.getByLabelText("Category"), "Bath");
  await user.type(screen.getByLabelText("Estimated Hours"), "1.25");
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Add Task" }));

  await screen.findByText("Task added successfully");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.calls(api.taskTemplates.create)).toEqual([
    {
      ...{ name: "Mirrors", description: "", category: "Bath", estimatedHours: 1.25 },
      key: expect.any(String) as string,
    },
  ]);
});

test("a missing name and too many hours are told at their fields [VALID-17] [VALID-18]", async () => {
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "Add Task" }));
  await user.type(screen.getByLabelText("Estimated Hours"), "1000");
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Add Task" }));

  const messages = (await screen.findAllByRole("alert")).map((alert) => alert.textContent);
  expect(messages).toEqual([
    "Task name is required",
    "Estimated hours must be a number from 0 to 999.99",
  ]);
  expect(backend.sent).toEqual([]);
});

test("editing a task sends only what was changed [OP-21]", async () => {
  backend.handle(api.taskTemplates.update, () => templateOf({}));
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "Edit Locks" }));
  await user.clear(screen.getByLabelText("Estimated Hours"));
  await user.click(screen.getByRole("button", { name: "Save Changes" }));

  await screen.findByText("Task updated successfully");
  expect(backend.calls(api.taskTemplates.update)).toEqual([
    { templateId: "b", estimatedHours: null },
  ]);
});

test("a task that is saved unchanged is not sent, and no message calls it updated [OP-21]", async () => {
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "Edit Locks" }));
  await user.click(screen.getByRole("button", { name: "Save Changes" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("Task updated successfully")).toBeNull();
  expect(backend.calls(api.taskTemplates.update)).toEqual([]);
});

test("retiring asks first and takes the task off the list at once [OP-21]", async () => {
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "Retire Keys" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(backend.sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Retire Keys" }));
  await user.click(screen.getByRole("button", { name: "Retire Task" }));

  await waitFor(() => expect(rows("Safety")).toEqual(["Locks"]));
  expect(backend.calls(api.taskTemplates.retire)).toEqual([{ templateId: "a" }]);
});

test("a task is moved by keyboard, announced, and in its place at once [OP-21]", async () => {
  stackRows();
  const { user } = await show();
  screen.getByRole("button", { name: "Reorder Keys" }).focus();
  await user.keyboard("[Space]");
  await screen.findByText("Picked up Keys, position 1 of 2.");
  await moveToLast(user, "Keys is at position 2 of 2.");
  await user.keyboard("[Space]");

  await waitFor(() => expect(rows("Safety")).toEqual(["Locks", "Keys"]));
  expect(backend.calls(api.taskTemplates.reorder)).toEqual([{ templateIds: ["b", "a"] }]);
});

test("Escape puts a picked up task back and sends nothing [OP-21]", async () => {
  stackRows();
  const { user } = await show();
  screen.getByRole("button", { name: "Reorder Keys" }).focus();
  await user.keyboard("[Space]");
  await user.keyboard("[ArrowDown]");
  await user.keyboard("[Escape]");

  await screen.findByText("Keys was put back.");
  expect(rows("Safety")).toEqual(["Keys", "Locks"]);
  expect(backend.sent).toEqual([]);
});
