import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { drawn } from "../support/drawn.ts";
import { giveSize } from "../support/element-size.ts";
import { projectOf, templateOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { boardRowOf } from "./rows.ts";

beforeEach(() => {
  giveSize();
});
afterEach(cleanup);

const names = ["Keys", "Paint", "Floors", "Windows", "Clean"].map((name) => ({ name }));
const page = { projectId: "project", after: 0, through: null };

async function show(at = "/projects/project/board") {
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.people.list, {}, []);
  backend.answer(api.taskTemplates.list, {}, names.map(templateOf));
  backend.handle(api.board.pages, () => [{ after: 0, through: null }]);
  const rows = ["101", "102", "103"].map((name) => boardRowOf({ name }, names));
  backend.answer(api.board.page, page, { rows, next: null });
  const { user } = await renderPage(backend, { at });
  await screen.findByRole("grid");
  return { backend, user, rows };
}

const times = (name: string) => drawn.filter((each) => each === name).length;

test("a tap draws one mark and no head anew, and another person's tick one mark [BOARD-05] [BOARD-08]", async () => {
  const { backend, user, rows } = await show();
  // The first tap moves the tab stop of the grid.
  await user.click(screen.getByRole("gridcell", { name: "Keys, unit 102, not started" }));
  await screen.findByRole("gridcell", { name: "Keys, unit 102, in progress" });

  drawn.length = 0;
  await user.click(screen.getByRole("gridcell", { name: "Paint, unit 102, not started" }));
  await screen.findByRole("gridcell", { name: "Paint, unit 102, in progress" });

  expect(times("CellMark")).toBe(1);
  expect(times("ColumnHead")).toBe(0);

  drawn.length = 0;
  const begun = boardRowOf({ name: "103" }, [
    { name: "Keys", baseStatus: "in_progress" },
    ...names.slice(1),
  ]);
  const anew = structuredClone([...rows.slice(0, 2), begun]);
  act(() => backend.answer(api.board.page, page, { rows: anew, next: null }));
  await screen.findByRole("gridcell", { name: "Keys, unit 103, in progress" });

  expect(times("CellMark")).toBe(1);
  expect(times("ColumnHead")).toBe(0);
});

test("the second click of a double click moves no task, but a key after a click does [BOARD-04]", async () => {
  const { user } = await show();
  const task = (state: string) =>
    screen.findByRole("gridcell", { name: `Keys, unit 102, ${state}` });
  const at = { detail: 1, clientX: 300, clientY: 200 };

  fireEvent.click(await task("not started"), at);
  fireEvent.click(await task("in progress"), { ...at, detail: 2 });

  const cell = await task("in progress");
  act(() => cell.focus());
  await user.keyboard("[Space]");
  expect(await task("completed")).toBeVisible();
});

test.each([
  { sort: "colour", shown: "Most urgent first" },
  { sort: "task:Roof", shown: "Most urgent first" },
  { sort: "category:Roof", shown: "Most urgent first" },
  { sort: "floor", shown: "Most urgent first" },
  { sort: "-task:Keys", shown: "By a column" },
  { sort: "category:Paint", shown: "By a column" },
  { sort: "name", shown: "Unit name" },
])("the order of the address $sort is told as $shown [BOARD-06]", async ({ sort, shown }) => {
  await show(`/projects/project/board?sort=${encodeURIComponent(sort)}`);

  const told = await screen.findByRole("combobox", { name: "Sort by" });
  expect(told.textContent).toBe(shown);
});

test("a category that unfolds by a key of its cell leaves the focus in the table, on its first task [BOARD-09]", async () => {
  const { user } = await show(`/projects/project/board?fold=${encodeURIComponent('["Paint"]')}`);
  const folded = await screen.findByRole("gridcell", { name: "Paint, unit 102, 0 of 5 completed" });
  act(() => folded.focus());

  await user.keyboard("[Space]");

  await screen.findByRole("gridcell", { name: "Keys, unit 102, not started" });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Keys, unit 102, not started");
  await user.keyboard("[Space]");
  await screen.findByRole("gridcell", { name: "Keys, unit 102, in progress" });
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Keys, unit 102, in progress");
});
