import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { drafts } from "../../../src/lib/typed/drafts.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { answerRecentAct } from "../support/recent-act.ts";
import { projectOf, taskOf, templateOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { pressUndo } from "../support/press-undo.ts";
import { boardRowOf } from "../board/rows.ts";

let backend: FakeConvex;

beforeEach(() => {
  for (const key of drafts.snapshot().keys()) drafts.clear(key);
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.people.list, {}, [
    { id: "ana", firstName: "Ana", lastName: "Silva", profileImageUrl: null },
  ]);
  backend.answer(api.projectTeams.list, { projectId: "project" }, []);
});
afterEach(cleanup);

const box = (name: string | RegExp) => screen.findByRole("checkbox", { name });
const bar = () => within(screen.getByRole("region", { name: "Selection" }));
const counted = async (text: string) =>
  await waitFor(() => expect(bar().getByRole("status").textContent).toBe(text));

async function showUnits() {
  const names = ["101", "102", "103"];
  const status = (name: string) => (name === "103" ? "completed" : "not_started");
  backend.answer(
    api.units.list,
    { projectId: "project" },
    names.map((name) => unitOf({ id: name, name, status: status(name) })),
  );
  return await renderPage(backend, { at: "/projects/project/units" });
}

test("units stay selected under another filter, and all that it shows can be selected besides [QUICK-03]", async () => {
  const { user } = await showUnits();
  await user.click(await box("Select 101"));
  await counted("1 selected");

  await user.click(screen.getByRole("button", { name: /^Completed/ }));
  await counted("1 selected, 1 not shown");
  await user.click(bar().getByRole("button", { name: "Select all 1" }));
  await counted("2 selected, 1 not shown");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});

test("a selection outlives a reload, and not the screen that is left [QUICK-03]", async () => {
  const { user } = await showUnits();
  await user.click(await box("Select 101"));
  await user.click(await box("Select 103"));
  await counted("2 selected");
  const kept = Object.entries({ ...sessionStorage });
  cleanup();

  await showUnits();
  expect((await box("Select 101")).getAttribute("aria-checked")).toBe("false");
  cleanup();
  // After a reload, the screen and its selection continue.
  for (const [key, value] of kept) sessionStorage.setItem(key, String(value));
  await showUnits();
  await box("Select 101");
  await counted("2 selected");
});

test("where the browser keeps nothing, units are selected all the same [QUICK-03]", async () => {
  const off = () => {
    throw new DOMException("Storage is switched off", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: off, setItem: off, removeItem: off });
  const { user } = await showUnits();
  await user.click(await box("Select 101"));
  await counted("1 selected");
});

test("Ctrl selects a card and Shift a range without opening them, and one act changes all [QUICK-03]", async () => {
  answerRecentAct(backend, 2);
  backend.handle(api.units.updateMany, () => ({ updated: 2, batchId: "batch", items: [] }));
  const { user, history } = await showUnits();
  await box("Select 101");
  const [first, , last] = screen.getAllByRole("button", { name: "View Details" });
  if (first === undefined || last === undefined) throw new Error("There are three cards");

  fireEvent.click(first, { ctrlKey: true });
  fireEvent.click(last, { shiftKey: true });
  await counted("3 selected");
  expect(history.location.search).toBe("");
  await user.click(bar().getByRole("button", { name: "State" }));
  await user.click(await screen.findByRole("menuitem", { name: "Completed" }));

  await screen.findByText("2 units completed");
  await waitFor(() =>
    expect(backend.acts(api.units.updateMany)).toEqual([
      { ids: ["101", "102"], set: { status: "completed" } },
    ]),
  );
});

test("without a connection nothing is lost: each change waits on the device [QUICK-03]", async () => {
  backend.handle(api.units.update, () => new Promise(() => undefined));
  const { connection } = await import("../../../src/lib/connection/connection.ts");
  const { user } = await showUnits();
  await user.click(await box("Select 101"));
  await user.click(await box("Select 102"));
  vi.spyOn(connection, "snapshot").mockReturnValue({ state: "offline", since: 0 });

  await user.click(bar().getByRole("button", { name: "State" }));
  await user.click(await screen.findByRole("menuitem", { name: "Completed" }));

  await screen.findByText("2 units kept on this device");
  expect(backend.calls(api.units.updateMany)).toEqual([]);
});

test("units are deleted together after a question, and Undo takes all of it back [QUICK-03] [TRASH-02] [UNDO-01]", async () => {
  backend.handle(api.units.removeMany, () => ({ success: true, deleted: 2, batchId: "batch" }));
  const undone = { undone: 2, kept: 0, batchId: "back", pending: null };
  backend.handle(api.undo.batch, () => undone);
  const { user } = await showUnits();
  await user.click(await box("Select 101"));
  await user.click(await box("Select 103"));
  await user.click(bar().getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Delete 2 Units" }));

  await screen.findByText("2 units deleted");
  await pressUndo(user);
  await screen.findByText("Undone");
  await waitFor(() =>
    expect(backend.acts(api.units.removeMany)).toEqual([{ ids: ["101", "103"] }]),
  );
  await waitFor(() => expect(backend.acts(api.undo.batch)).toEqual([{ batchId: "batch" }]));
});

async function showTasks() {
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
  const tasks = ["Paint", "Keys", "Oven"].map((name) => taskOf({ id: name, name }));
  backend.answer(api.tasks.list, { unitId: "unit" }, tasks);
  return await renderPage(backend, { at: "/projects/project/units?unit=unit" });
}

test("tasks are given to somebody, dated and blocked together; a refusal is told and keeps what was typed [QUICK-03]", async () => {
  const { user } = await showTasks();
  answerRecentAct(backend, 2);
  const message = "A completed task cannot be blocked";
  backend.handle(api.tasks.updateMany, ({ set }) => {
    if ((set as { blockedReason?: string }).blockedReason === undefined)
      return { updated: 2, batchId: "batch", items: [] };
    const errors = [{ path: "ids.1", message }];
    throw new ConvexError({ code: "invalid", message, errors });
  });
  await user.click(await box("Select Paint"));
  fireEvent.click(await box("Select Oven"), { shiftKey: true });
  await counted("3 selected");
  await user.click(await box("Select Keys"));

  await user.click(bar().getByRole("button", { name: "People" }));
  await user.click(await screen.findByRole("combobox", { name: "Responsible" }));
  await user.click(await screen.findByRole("option", { name: "Ana Silva" }));
  await user.click(screen.getByRole("button", { name: "Give" }));
  await screen.findByText("2 tasks updated");

  await user.click(bar().getByRole("button", { name: "Dates" }));
  await user.click(await screen.findByRole("button", { name: "Clear Due Date" }));
  await user.click(screen.getByRole("button", { name: "Set Dates" }));
  await waitFor(() => expect(backend.calls(api.tasks.updateMany)).toHaveLength(2));

  await waitFor(() => expect(screen.queryByRole("button", { name: "Set Dates" })).toBeNull());
  await user.click(bar().getByRole("button", { name: "Block" }));
  await user.click(await screen.findByRole("combobox", { name: "Waiting for" }));
  await user.click(await screen.findByRole("option", { name: /^Parts/ }));
  await user.type(screen.getByLabelText("Note (optional)"), "On order");
  await user.click(
    within(screen.getByRole("dialog", { name: "Block 2 tasks" })).getByRole("button", {
      name: "Block",
    }),
  );

  await screen.findByText(`Oven: ${message}. Nothing was changed.`);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Note (optional)").value).toBe("On order");
  const ids = ["Paint", "Oven"];
  await waitFor(() =>
    expect(backend.acts(api.tasks.updateMany)).toEqual([
      { ids, set: { assignedToId: "ana" } },
      { ids, set: { dueDate: null } },
      { ids, set: { blockedReason: "parts", blockedNote: "On order" } },
    ]),
  );
});

test("what was chosen for many is offered again when its dialog was closed by accident [QUICK-03] [GEN-03]", async () => {
  backend.handle(api.tasks.updateMany, () => ({ updated: 1, batchId: "batch", items: [] }));
  const { user } = await showTasks();
  await user.click(await box("Select Paint"));
  const bringBack = () => screen.findByRole("button", { name: "Bring back" });
  for (const [tool, choose, save] of [
    ["People", () => screen.findByRole("option", { name: "Ana Silva" }), "Give"],
    ["Dates", () => screen.findByRole("button", { name: "Clear Due Date" }), "Set Dates"],
  ] as const) {
    await user.click(bar().getByRole("button", { name: tool }));
    if (tool === "People") await user.click(await screen.findByLabelText("Responsible"));
    await user.click(await choose());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("button", { name: save })).toBeNull());
    await user.click(bar().getByRole("button", { name: tool }));
    await user.click(await bringBack());
    await user.click(screen.getByRole("button", { name: save }));
    await waitFor(() => expect(screen.queryByRole("button", { name: save })).toBeNull());
  }
  expect(backend.calls(api.tasks.updateMany).map(({ set }) => set)).toEqual([
    { assignedToId: "ana" },
    { dueDate: null },
  ]);
  expect([...drafts.snapshot()]).toEqual([]);
});

test("Escape clears the selection in an open unit, and closes it only then [QUICK-03]", async () => {
  const { user, history } = await showTasks();
  await user.click(await box("Select Paint"));
  await counted("1 selected");

  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  expect(history.location.search).toBe("?unit=unit");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(history.location.search).toBe(""));
});

async function showBoard() {
  const tasks = [{ name: "Keys" }, { name: "Paint" }];
  backend.answer(api.taskTemplates.list, {}, tasks.map(templateOf));
  backend.handle(api.board.pages, () => [{ after: 0, through: null }]);
  giveSize();
  const rows = ["101", "102"].map((name) =>
    boardRowOf(
      { name },
      tasks.map((task) => ({ ...task, category: "General" })),
    ),
  );
  const page = { projectId: "project", after: 0, through: null };
  backend.answer(api.board.page, page, { rows, next: null });
  const rendered = await renderPage(backend, { at: "/projects/project/board" });
  await screen.findByRole("gridcell", { name: /^Keys, unit 101/ });
  return rendered;
}

const cell = (name: RegExp) => screen.getByRole("gridcell", { name });
const selectedCells = () =>
  screen
    .queryAllByRole("gridcell")
    .filter((each) => each.getAttribute("aria-selected") === "true")
    .map((each) => each.dataset["task"])
    .toSorted();

test("cells of the board are selected by Ctrl, and a rectangle by Shift; a plain click still moves on [QUICK-03]", async () => {
  backend.handle(api.tasks.update, () => taskOf({}));
  await showBoard();

  fireEvent.click(cell(/^Keys, unit 101/), { ctrlKey: true });
  expect(selectedCells()).toEqual(["101 Keys"]);
  // The selected cell keeps its height: classes for its color must not override those for its position.
  expect(cell(/^Keys, unit 101/).className).toContain("inset-y-0");
  fireEvent.click(cell(/^Paint, unit 102/), { shiftKey: true });
  expect(selectedCells()).toEqual(["101 Keys", "101 Paint", "102 Keys", "102 Paint"]);
  await waitFor(() => expect(bar().getByRole("status").textContent).toBe("4 selected"));
  expect(backend.acts(api.tasks.update)).toEqual([]);

  fireEvent.click(cell(/^Keys, unit 101/));
  await waitFor(() => expect(backend.acts(api.tasks.update)).toHaveLength(1));
});

test("Shift with the arrows selects cells, x one, and Escape none [QUICK-03]", async () => {
  const { user } = await showBoard();
  cell(/^Keys, unit 101/).focus();

  await user.keyboard("x");
  expect(selectedCells()).toEqual(["101 Keys"]);
  await user.keyboard("{Shift>}{ArrowRight}{ArrowDown}{/Shift}");
  expect(selectedCells()).toHaveLength(4);
  await user.keyboard("{Shift>}{ArrowUp}{/Shift}");
  expect(selectedCells()).toEqual(["101 Keys", "101 Paint"]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(selectedCells()).toEqual([]));
});
