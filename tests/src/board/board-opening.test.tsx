import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { drawings } from "../../../src/lib/answers/drawings.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderPage } from "../support/render-page.tsx";
import { boardBackend } from "./board-backend.ts";
import { boardRowOf } from "./rows.ts";

const projectId = "project";
const at = "/projects/project/board";
const page = { after: 0, through: null };

let backend: FakeConvex;
beforeEach(() => {
  backend = boardBackend("Keys");
  const opening = { pages: [{ projectId, ...page }], rows: [late()], masterList: [] };
  backend.answer(api.board.opening, { projectId }, opening);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const late = () => boardRowOf({ name: "101", turn: { risk: "late" } }, [{ name: "Keys" }]);
const onTrack = () => boardRowOf({ name: "102" }, [{ name: "Keys" }]);
const bringAll = () =>
  act(() =>
    backend.answer(...[api.board.page, { projectId, ...page }], {
      rows: [onTrack(), late()],
      next: null,
    }),
  );
const holdAPhone = () =>
  vi
    .spyOn(window, "matchMedia")
    .mockImplementation((query) =>
      Object.assign(new EventTarget() as MediaQueryList, { matches: query === "(width < 48rem)" }),
    );
const cards = () =>
  screen.queryAllByRole("listitem").map((card) => card.getAttribute("aria-label"));

test("on a phone the most urgent units stand there while the others are on the way, and stay where they are [BOARD-06, BOARD-10]", async () => {
  holdAPhone();
  const { user } = await renderPage(backend, { at });
  const risks = () => screen.queryByRole("group", { name: "Filter by risk" });
  expect(await screen.findByRole("listitem", { name: "101" })).toBeVisible();
  // The counts are hidden until all units are known.
  expect(risks()).toBeNull();

  await user.click(screen.getByRole("button", { name: "Keys, unit 101, not started" }));
  expect(await screen.findByRole("button", { name: "Keys, unit 101, in progress" })).toBeVisible();

  bringAll();
  expect(await screen.findByRole("listitem", { name: "102" })).toBeVisible();
  expect(cards()).toEqual(["101", "102"]);
  expect(within(risks()!).getByRole("button", { name: "All (2)" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Keys, unit 101, in progress" })).toBeVisible();
});

test("a board asks for its rows as soon as its opening is there, and for its opening until then [BOARD-08]", async () => {
  await renderPage(backend, { at });
  expect(backend.isRead(api.board.page, { projectId, ...page })).toBe(true);
  expect(backend.calls(api.board.pages)).toEqual([]);

  bringAll();
  expect(await screen.findByRole("row", { name: /^102/ })).toBeVisible();
  expect(backend.isRead(api.board.opening, { projectId })).toBe(false);
});

test("the first rows of a board that arrive after its frame render in slices [BOARD-08]", async () => {
  holdAPhone();
  const late = new FakeConvex();
  await renderPage(late, { at });
  const counts: number[] = [];
  drawings.subscribe(() => counts.push(drawings.snapshot()));
  const opening = { pages: [{ projectId, ...page }], rows: [onTrack()], masterList: [] };
  act(() => late.answer(api.board.opening, { projectId }, opening));
  expect(await screen.findByRole("listitem", { name: "102" })).toBeVisible();
  expect(counts).toEqual([1, 0]);
});

test("the rows of a board render in slices, and its first rows are live until they are shown [BOARD-08]", async () => {
  holdAPhone();
  await renderPage(backend, { at });
  const seen: string[] = [];
  drawings.subscribe(() => {
    const isLive = backend.isRead(api.board.opening, { projectId });
    seen.push(`${isLive ? "live" : "over"} ${cards().join()}`);
  });
  bringAll();
  expect(await screen.findByRole("listitem", { name: "102" })).toBeVisible();
  expect(seen).toEqual(["live 101", "live 101,102"]);
});

test.each([
  { name: "a table", address: at, isPhone: false },
  { name: "another order", address: `${at}?sort=name`, isPhone: true },
  { name: "a filter", address: `${at}?risk=at_risk`, isPhone: true },
])("$name waits for all rows of a board [BOARD-06]", async ({ address, isPhone }) => {
  if (isPhone) holdAPhone();
  await renderPage(backend, { at: address });
  expect(backend.isRead(api.board.page, { projectId, ...page })).toBe(true);
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(screen.queryByText("101")).toBeNull();

  bringAll();
  expect(await screen.findByRole("searchbox")).toBeVisible();
});

test("a board whose opening says nothing of its pages asks for those of each project [BOARD-08]", async () => {
  const opening = { pages: null, rows: [], masterList: [] };
  backend.answer(api.board.opening, { projectId }, opening);
  await renderPage(backend, { at });
  bringAll();

  expect(await screen.findByRole("row", { name: /^102/ })).toBeVisible();
  expect(backend.calls(api.board.pages)).toEqual([{ projectId }]);
});

test("what is typed into the search of a board's first rows stays, and waits for the others [BOARD-07, BOARD-10]", async () => {
  holdAPhone();
  const { user, history } = await renderPage(backend, { at });
  const search = await screen.findByRole("searchbox");
  await user.type(search, "10");
  // The address changes when the typing pauses.
  await waitFor(() => expect(history.location.search).toContain("q="));
  await user.keyboard("2");
  expect(screen.getByRole("searchbox")).toBe(search);
  expect(document.activeElement).toBe(search);
  expect(search).toHaveProperty("value", "102");
  // The unit may be among those that have not arrived yet.
  expect(screen.queryByText("No units match the filters")).toBeNull();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.search).toContain("102"));
  expect(history.location.search).not.toContain("unit=");

  bringAll();
  await waitFor(() => expect(history.location.search).toContain("unit=unit+102"));
});

test("on a phone the choices of the filters are made when they are shown [BOARD-10]", async () => {
  holdAPhone();
  const { user } = await renderPage(backend, { at });
  bringAll();
  const sort = () => screen.queryByRole("combobox", { name: "Sort by", hidden: true });
  const filters = await screen.findByRole("button", { name: "Filters" });
  expect(await screen.findByRole("group", { name: "Filter by risk" })).toBeVisible();
  expect(sort()).toBeNull();

  await user.click(filters);
  expect(sort()).toBeVisible();
});
