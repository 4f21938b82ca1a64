import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { BoardScreen } from "../../../src/app/board-screen.tsx";
import type { BoardRow } from "../../../src/features/board/contents/board-types.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { projectOf, templateOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";
import { renderPage } from "../support/render-page.tsx";
import { boardRowOf } from "./rows.ts";

let backend: FakeConvex;
const page = { projectId: "project", after: 0, through: null };
const at = "/projects/project/board";

beforeEach(() => {
  // Dates outside the current year show their year.
  vi.setSystemTime("2026-03-10T12:00:00Z");
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.people.list, {}, [
    { id: "ana", firstName: "Ana", lastName: "Silva", profileImageUrl: null },
  ]);
  const templates = [{ name: "Keys", category: "Move-out" }, { name: "Paint walls" }];
  backend.answer(api.taskTemplates.list, {}, templates.map(templateOf));
  backend.handle(api.board.pages, () => [{ after: 0, through: null }]);
  giveSize();
});
afterEach(cleanup);

function serve(...rows: BoardRow[]) {
  backend.answer(api.board.page, page, { rows, next: null });
}

const begun = { baseStatus: "in_progress" as const };
const crew = ["Ana Silva", "Bo Chen", "Tom Nguyen"];
const open101 = () =>
  boardRowOf({ name: "101", turn: { risk: "late" }, givenTo: crew }, [
    { name: "Keys", category: "Move-out", baseStatus: "completed" },
    {
      ...{ name: "Paint walls", blockedReason: "parts" as const, ...begun },
      dueDate: "2026-03-03T12:00:00.000Z",
    },
  ]);
const open102 = () => boardRowOf({ name: "102" }, [{ name: "Paint walls", category: "Paint" }]);

const cell = (name: RegExp | string) => screen.getByRole("gridcell", { name });
const focusedName = () => document.activeElement?.getAttribute("aria-label");
const unitNames = () =>
  screen
    .getAllByRole("rowheader")
    .filter((header) => header.dataset["col"] === "name")
    .map((header) => header.textContent);

test("a row tells of the unit and who has its tasks, a cell of its task in words; without the task it is empty [BOARD-02, BOARD-03, WHO-01]", async () => {
  serve(open101(), open102());
  await renderPage(backend, { at });

  const row = within(await screen.findByRole("row", { name: /^101/ }));
  expect(row.getByText("Late")).toBeVisible();
  expect(row.getByText("1/2")).toBeVisible();
  expect(row.getByText("Parts")).toBeVisible();
  expect(row.getByTitle("Ana Silva, Bo Chen, Tom Nguyen").textContent).toBe("Ana Silva \u200e+2");
  expect(cell("Paint walls, unit 101, in progress, due Mar 3, blocked: parts")).toBeVisible();
  expect(cell("Keys, no task").childElementCount).toBe(0);
  expect(screen.getByRole("columnheader", { name: "Move-out" })).toBeVisible();
});

test("the board says nothing of units before it knows them, and then at once what it has [BOARD-01]", async () => {
  serve(open101());
  const said: string[] = [];
  const watch = new MutationObserver(() => said.push(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  let know = (_ids: readonly string[]) => {};
  function Board() {
    const [projectIds, setProjectIds] = useState<readonly string[]>();
    know = setProjectIds;
    return (
      <BoardScreen
        projectIds={projectIds}
        projectId={null}
        subject="Active projects"
        showsProject
        search={{}}
      />
    );
  }
  await renderAt(backend, <Board />);
  await screen.findByRole("heading", { name: "Turn Board" });
  // Wait as long as an answer about no projects would take.
  await act(async () => await new Promise((done) => setTimeout(done)));
  act(() => know(["project"]));

  expect(await screen.findByRole("row", { name: /^101/ })).toBeVisible();
  watch.disconnect();
  expect(said.filter((text) => text.includes("No units found"))).toEqual([]);
});

test("one tap moves a task on at once; on a completed one it opens the menu and changes nothing [BOARD-04]", async () => {
  serve(open101(), open102());
  const { user } = await renderPage(backend, { at });

  await user.click(
    await screen.findByRole("gridcell", { name: "Paint walls, unit 102, not started" }),
  );
  await screen.findByRole("gridcell", { name: "Paint walls, unit 102, in progress" });
  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([
      { taskId: "102 Paint walls", status: "in_progress" },
    ]),
  );

  await user.click(cell("Keys, unit 101, completed"));
  const menu = within(await screen.findByRole("menu", { name: "Keys · 101" }));
  expect(menu.getByRole("menuitemradio", { name: "Completed", checked: true })).toBeVisible();
  expect(backend.acts(api.tasks.update)).toHaveLength(1);
});

test("a refused move is taken back and said [BOARD-04, GEN-03]", async () => {
  serve(open102());
  let refuse: (error: Error) => void = () => undefined;
  backend.handle(api.tasks.update, () => new Promise((_, reject) => (refuse = reject)));
  const { user } = await renderPage(backend, { at });

  await user.click(await screen.findByRole("gridcell", { name: /not started$/ }));
  expect(await screen.findByRole("gridcell", { name: /in progress$/ })).toBeVisible();
  act(() => refuse(new ConvexError({ code: "conflict", message: "No" })));

  expect(await screen.findByRole("gridcell", { name: /not started$/ })).toBeVisible();
  expect(await screen.findByText("Error")).toBeVisible();
});

test("no row moves while the pointer is in the table; a chip sorts again [BOARD-06]", async () => {
  serve(open101(), open102());
  const { user } = await renderPage(backend, { at });
  await user.hover(await screen.findByRole("gridcell", { name: /unit 102/ }));
  const late = boardRowOf({
    name: "102",
    turn: { risk: "late" },
    readyByDate: "2020-01-01T12:00:00.000Z",
  });

  act(() => serve(open101(), late, boardRowOf({ name: "103" })));
  expect(unitNames()).toEqual(["101", "102", "103"]);

  await user.click(await screen.findByRole("button", { name: "Order has changed" }));
  expect(unitNames()).toEqual(["102", "101", "103"]);
  expect(screen.queryByRole("button", { name: "Order has changed" })).toBeNull();
});

test("a row keeps its place while the focus is in the table, though the unit is deleted or hidden by a filter [BOARD-06]", async () => {
  serve(open101(), open102(), boardRowOf({ name: "103" }));
  const { user } = await renderPage(backend, { at });
  await screen.findByRole("row", { name: /^101/ });
  act(() => screen.getByRole("rowheader", { name: "103" }).focus());

  act(() => serve(open101(), boardRowOf({ name: "103", status: "completed" })));
  expect(unitNames()).toEqual(["101", "102 was deleted", "103"]);

  await user.click(screen.getByRole("button", { name: "Order has changed" }));
  expect(unitNames()).toEqual(["101"]);
});

test("outside of the table rows follow the order at once [BOARD-06]", async () => {
  serve(open101(), open102());
  await renderPage(backend, { at });
  await screen.findByRole("row", { name: /^101/ });

  act(() =>
    serve(boardRowOf({ name: "101" }), boardRowOf({ name: "102", turn: { risk: "late" } })),
  );

  expect(unitNames()).toEqual(["102", "101"]);
});

test("the whole board works by keys from one tab stop [BOARD-09]", async () => {
  serve(open101(), open102());
  const { user, history } = await renderPage(backend, { at });
  await screen.findByRole("row", { name: /^101/ });
  const grid = screen.getByRole("grid", { name: "Turn board: Oak Court" });
  const stops = () => [...grid.querySelectorAll<HTMLElement>("[tabindex='0']")];
  expect(stops().map((stop) => stop.textContent)).toEqual(["101"]);

  act(() => stops()[0]?.focus());
  await user.keyboard("{End}");
  expect(focusedName()).toMatch(/^Paint walls, unit 101/);
  await user.keyboard("{ArrowDown}[Space]");
  expect(focusedName()).toBe("Paint walls, unit 102, in progress");
  await screen.findByText("Paint walls, unit 102: In Progress");
  expect(stops()).toEqual([document.activeElement]);

  await user.keyboard("{Enter}");
  expect(await screen.findByRole("menu", { name: "Paint walls · 102" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(focusedName()).toMatch(/^Paint walls, unit 102/));

  await user.keyboard("{PageUp}");
  expect(focusedName()).toBe("Paint");
  await user.keyboard("{Enter}");
  expect(history.location.search).toBe(`?fold=${encodeURIComponent('["Paint"]')}`);
  await user.keyboard("{ArrowDown}{Enter}{ArrowDown}{Home}{Enter}");
  const search = new URLSearchParams(history.location.search);
  expect([search.get("sort"), search.get("unit")]).toEqual(["category:Paint", "unit 101"]);
});

test("a board that does not fit opens where the late units have work, and a folded category unfolds [BOARD-02]", async () => {
  vi.spyOn(window, "innerWidth", "get").mockReturnValue(700);
  serve(open101(), open102());
  const { user, history } = await renderPage(backend, { at });

  const folded = await screen.findByRole("columnheader", { name: "Move-out", expanded: false });
  expect(screen.getByRole("columnheader", { name: "Paint", expanded: true })).toBeVisible();
  await user.click(folded);

  expect(history.location.search).toBe(`?fold=${encodeURIComponent("[]")}`);
  expect(screen.getByRole("columnheader", { name: "Keys" })).toBeVisible();
});

test("filters and order stand in the address, with counts beside each [BOARD-07]", async () => {
  serve(
    open101(),
    open102(),
    boardRowOf({ name: "103", status: "completed", turn: { risk: "done" } }),
  );
  const { user, history } = await renderPage(backend, { at });
  await screen.findByRole("row", { name: /^101/ });
  const chips = within(screen.getByRole("group", { name: "Filter by risk" })).getAllByRole(
    "button",
  );
  expect(chips.map((chip) => chip.textContent)).toEqual(["All (2)", "Late (1)", "On track (1)"]);
  expect(screen.getByRole("combobox", { name: "Filter by unit status" }).textContent).toBe(
    "Open units (2)",
  );

  await user.click(screen.getByRole("button", { name: "Blocked (1)" }));
  expect(unitNames()).toEqual(["101"]);
  await user.click(screen.getByRole("columnheader", { name: "Vacant" }));
  expect(history.location.search).toBe("?blocked=1&sort=vacant");
});

test("on a phone a card has the open tasks as large buttons, by category [BOARD-10]", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, {
      matches: query === "(width < 48rem)",
      media: query,
    }),
  );
  const row = open101();
  const turn = { ...row.unit.turn, daysVacant: 1 };
  serve({ ...row, unit: { ...row.unit, turn } });
  const { user } = await renderPage(backend, { at });

  const card = within(await screen.findByRole("listitem", { name: "101" }));
  expect(card.getByText(/^1 day vacant/)).toBeVisible();
  const group = within(card.getByRole("group", { name: "Paint" }));
  expect(card.queryByRole("group", { name: "Move-out" })).toBeNull();
  await user.click(group.getByRole("button", { name: /^Paint walls, unit 101, in progress/ }));

  // Landmarks of each category of each card would hide those of the page.
  expect(screen.queryByRole("region", { name: "Paint" })).toBeNull();

  // A task that was completed here stays where the finger is.
  expect(group.getByRole("button", { name: /^Paint walls, unit 101, completed/ })).toBeVisible();
  const sent = [{ taskId: "101 Paint walls", status: "completed" }];
  await waitFor(() => expect(backend.acts(api.tasks.update)).toEqual(sent));
});

test("on the office screen the board stands alone and is for reading [BOARD-11]", async () => {
  serve(open101(), open102());
  const { user } = await renderPage(backend, { at: `${at}?wall=1` });

  const task = await screen.findByRole("gridcell", { name: /^Paint walls, unit 102/ });
  await user.click(task);
  fireEvent.contextMenu(task);

  expect(screen.getByRole("heading", { level: 1, name: "Oak Court" })).toBeVisible();
  expect(screen.getByText("Live")).toBeVisible();
  expect(screen.getByRole("grid").getAttribute("aria-readonly")).toBe("true");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(backend.acts(api.tasks.update)).toEqual([]);
});

test("a further page follows when the last one is full, and takes no row away meanwhile [BOARD-08]", async () => {
  backend.answer(api.board.page, page, { rows: [open101()], next: 7 });
  await renderPage(backend, { at });
  backend.answer(api.board.page, { ...page, after: 7 }, { rows: [open102()], next: null });

  expect(await screen.findByRole("row", { name: /^102/ })).toBeVisible();
  expect(unitNames()).toEqual(["101", "102"]);
});
