import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { BoardScreen } from "../../../src/app/board-screen.tsx";
import { ConnectionBar } from "../../../src/app/connection-bar.tsx";
import { PageTools } from "../../../src/components/layout/page-tools.ts";
import { WallBoard } from "../../../src/features/board/wall-board.tsx";
import type { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { renderAt } from "../support/render-at.tsx";
import { renderPage } from "../support/render-page.tsx";
import { boardBackend } from "./board-backend.ts";
import { boardRowOf } from "./rows.ts";

let backend: FakeConvex;
const at = "/projects/project/board?wall=1";

beforeEach(() => {
  backend = boardBackend();
});
afterEach(() => {
  cleanup();
  restoreNetwork();
});

function serve() {
  const page = { projectId: "project", after: 0, through: null };
  const rows = [boardRowOf({ name: "102" }, [{ name: "Paint walls", category: "Paint" }])];
  backend.answer(api.board.page, page, { rows, next: null });
}

test("the office screen says once since when the line is lost, keeps what it showed, and says that it is live again [BOARD-11]", async () => {
  serve();
  await renderPage(backend, { at });
  render(backend.wrap(<ConnectionBar />));
  const task = () => screen.getByRole("gridcell", { name: "Paint walls, unit 102, not started" });
  expect(await screen.findByText("Live")).toBeVisible();
  expect(task()).toBeVisible();

  turnNetwork(false);
  const told = () => screen.queryAllByRole("status").map(({ textContent }) => textContent);
  expect(told().filter((text) => text !== "")).toEqual([
    expect.stringMatching(/^Offline · as of \d/),
  ]);
  expect(task()).toBeVisible();

  turnNetwork(true);
  expect(screen.getByText("Live")).toBeVisible();
  expect(told().filter((text) => text !== "")).toEqual(["Live"]);
});

test("the office screen of all projects finds the units of a project by its name, as the board does [BOARD-07] [BOARD-11]", async () => {
  const rows = ["Oak Court", "Elm Court"].map((projectName) =>
    boardRowOf({ name: `${projectName.slice(0, 3)} 102`, projectName }, [{ name: "Paint walls" }]),
  );
  const page = { projectId: "project", after: 0, through: null };
  backend.answer(api.board.page, page, { rows, next: null });
  const board = { projectIds: ["project"], projectId: null, subject: "Active projects" };
  const wall = <BoardScreen {...board} showsProject search={{ q: "court elm", wall: 1 }} />;
  await renderAt(backend, wall);

  expect(await screen.findByRole("row", { name: /^Elm 102/ })).toBeVisible();
  expect(screen.queryByRole("row", { name: /^Oak 102/ })).toBeNull();
});

test("the office screen names its view and offers no other [BOARD-11]", async () => {
  const address = { open: vi.fn(), close: vi.fn(), change: vi.fn() };
  const wall = (
    <WallBoard
      {...{ label: "Turn board", subject: "Oak Court", rows: [], masterList: [] }}
      {...{ showsProject: false, search: { wall: 1 }, address }}
    />
  );
  const tools = { beside: <p>Late ones</p>, button: <button>Views</button> };
  await renderAt(backend, <PageTools value={tools}>{wall}</PageTools>);

  expect(screen.getAllByRole("button").map((button) => button.title)).toEqual([
    "Full screen",
    "Close the office screen",
  ]);
  expect(screen.getByText("Late ones")).toBeVisible();
});

test("an office screen that begins without a network says that its board comes with it [BOARD-11] [FIELD-02]", async () => {
  await renderPage(backend, { at });
  turnNetwork(false);
  expect(await screen.findByText("Not on this device")).toBeVisible();

  turnNetwork(true);
  serve();
  expect(await screen.findByRole("gridcell", { name: /^Paint walls, unit 102/ })).toBeVisible();
  expect(screen.queryByText("Not on this device")).toBeNull();
});

test("an office screen whose filters match no unit says so, instead of an empty wall [BOARD-07] [BOARD-11]", async () => {
  serve();
  await renderPage(backend, { at: `${at}&risk=late` });

  expect(await screen.findByText("No units match the filters")).toBeVisible();
  expect(screen.queryByRole("grid")).toBeNull();
});
