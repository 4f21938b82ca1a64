import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { FakeConvex } from "../../support/fake-convex.tsx";
import { renderPage } from "../support/render-page.tsx";
import { boardBackend } from "./board-backend.ts";
import { boardRowOf } from "./rows.ts";

const at = "/projects/project/board";

let backend: FakeConvex;
beforeEach(() => {
  backend = boardBackend();
  // Somebody has moved the task to another category before it was assigned to the second unit.
  const rows = [
    boardRowOf({ name: "101" }, [{ name: "Paint walls", category: "Paint" }]),
    boardRowOf({ name: "102" }, [{ name: "Paint walls", category: "Walls" }]),
  ];
  const page = { projectId: "project", after: 0, through: null };
  backend.answer(api.board.page, page, { rows, next: null });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("on a phone each open task is on the card of its unit, although its name has changed its category [BOARD-10]", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: query === "(width < 48rem)" }),
  );
  await renderPage(backend, { at });

  const card = within(await screen.findByRole("listitem", { name: "102" }));
  const group = within(card.getByRole("group", { name: "Paint" }));
  expect(group.getByRole("button", { name: "Paint walls, unit 102, not started" })).toBeVisible();
});

test("a folded category counts all tasks of its columns, although a name has changed its category [BOARD-02]", async () => {
  await renderPage(backend, { at: `${at}?fold=%5B%22Paint%22%5D` });

  const name = "Paint, unit 102, 0 of 1 completed";
  expect(await screen.findByRole("gridcell", { name })).toBeVisible();
});

test("the filter by category finds all tasks of its columns, although a name has changed its category [BOARD-07]", async () => {
  await renderPage(backend, { at: `${at}?category=Paint` });

  expect(await screen.findByRole("row", { name: /^102/ })).toBeVisible();
});
