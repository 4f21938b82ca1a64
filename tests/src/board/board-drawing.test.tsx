import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { BoardTask } from "../../../src/features/board/contents/board-types.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { projectOf, templateOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { boardRowOf } from "./rows.ts";

const drawn: string[] = [];
vi.mock("../../../src/features/board/grid/cell-mark.tsx", () => ({
  CellMark: ({ task }: { task: BoardTask }) => {
    drawn.push(task.id);
    return <span>mark</span>;
  },
  FoldedMark: () => null,
}));

beforeEach(() => {
  giveSize();
});
afterEach(cleanup);

test("a tap draws the row of its task anew, and a page that comes anew those that say something else [BOARD-05]", async () => {
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.people.list, {}, []);
  backend.answer(api.taskTemplates.list, {}, [{ name: "Keys" }].map(templateOf));
  backend.handle(api.board.pages, () => [{ after: 0, through: null }]);
  const rows = ["101", "102", "103", "104"].map((name) => boardRowOf({ name }, [{ name: "Keys" }]));
  const page = { projectId: "project", after: 0, through: null };
  backend.answer(api.board.page, page, { rows, next: null });
  const { user } = await renderPage(backend, { at: "/projects/project/board" });
  const cell = await screen.findByRole("gridcell", { name: "Keys, unit 103, not started" });
  expect(new Set(drawn).size).toBe(4);

  drawn.length = 0;
  await user.click(cell);
  await screen.findByRole("gridcell", { name: "Keys, unit 103, in progress" });

  expect([...new Set(drawn)].sort()).toEqual(["101 Keys", "103 Keys"]);

  drawn.length = 0;
  const begun = boardRowOf({ name: "104" }, [{ name: "Keys", baseStatus: "in_progress" }]);
  const anew = structuredClone([...rows.slice(0, 3), begun]);
  act(() => backend.answer(api.board.page, page, { rows: anew, next: null }));
  await screen.findByRole("gridcell", { name: "Keys, unit 104, in progress" });

  expect(new Set(drawn)).toContain("104 Keys");
  expect(drawn).not.toContain("102 Keys");
});
