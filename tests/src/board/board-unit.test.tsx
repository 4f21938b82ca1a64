import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { BoardScreen } from "../../../src/app/board-screen.tsx";
import type { FakeConvex } from "../../support/fake-convex.tsx";
import { unitOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";
import { renderPage } from "../support/render-page.tsx";
import { boardBackend } from "./board-backend.ts";
import { boardRowOf } from "./rows.ts";

const first = { projectId: "project", after: 0, through: null };

const projectIds = [first.projectId];

let backend: FakeConvex;
beforeEach(() => {
  backend = boardBackend();
});
afterEach(cleanup);

const bringBoard = () =>
  act(() =>
    backend.answer(api.board.page, first, { rows: [boardRowOf({ name: "102" })], next: null }),
  );

test("a unit that an address opens over the board of all projects is not called missing while the board loads [BOARD-01] [GEN-07]", async () => {
  await renderAt(
    backend,
    <BoardScreen
      projectIds={projectIds}
      projectId={null}
      subject="Active projects"
      showsProject
      search={{ unit: "gone" }}
    />,
  );
  expect(await screen.findByRole("dialog", { name: "Unit" })).toBeVisible();

  bringBoard();
  expect(await screen.findByRole("dialog", { name: "Unit not found" })).toBeVisible();
});

test("a unit opens over the board of its project before the board has come [BOARD-01] [GEN-07]", async () => {
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({ id: "one", name: "101" })]);
  await renderPage(backend, { at: "/projects/project/board?unit=one" });

  expect(await screen.findByRole("dialog", { name: "101" })).toBeVisible();
});
