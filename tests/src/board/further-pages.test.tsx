import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { boardRowOf } from "./rows.ts";

afterEach(cleanup);

const unitNames = () =>
  screen
    .getAllByRole("rowheader")
    .filter((header) => header.dataset["col"] === "name")
    .map((header) => header.textContent);

test("a page that ended before its end is followed by the rest, until it has room for all again [BOARD-08] [LIMIT-09]", async () => {
  const backend = new FakeConvex();
  const page = { projectId: "project", after: 0, through: 9 };
  const [one, two] = ["101", "102"].map((name) =>
    boardRowOf({ name }, [{ name: "Paint", category: "Paint" }]),
  );
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.people.list, {}, []);
  backend.answer(api.taskTemplates.list, {}, []);
  backend.handle(api.board.pages, () => [{ after: 0, through: 9 }]);
  backend.answer(api.board.page, page, { rows: [one!], next: 7 });
  backend.answer(api.board.page, { ...page, after: 7 }, { rows: [two!], next: 9 });
  // The test's browser knows no layout: everything that asks is told of a large window.
  giveSize();
  await renderPage(backend, { at: "/projects/project/board" });
  expect(await screen.findByRole("row", { name: /^102/ })).toBeVisible();
  expect(unitNames()).toEqual(["101", "102"]);

  act(() => backend.answer(api.board.page, page, { rows: [one!, two!], next: 9 }));
  expect(unitNames()).toEqual(["101", "102"]);
});
