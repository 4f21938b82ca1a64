import { cleanup, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { frame, type Place, type Question, screens } from "../../bench/costs/screens.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { boardRowOf } from "../board/rows.ts";
import { projectOf, templateOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

afterEach(cleanup);

const ranges = [
  { after: 0, through: 10 },
  { after: 10, through: null },
];
const projectId = "project";
const place: Place = { projectId, unitId: "unit", projectIds: [projectId], ranges, weeks: [] };
const names = Array.from({ length: 30 }, (_, index) => `${101 + index}`);

function serving(): FakeConvex {
  const backend = new FakeConvex();
  backend.handle(api.board.pages, () => ranges);
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.people.list, {}, []);
  backend.answer(api.taskTemplates.list, {}, [templateOf({ name: "Keys" })]);
  const units = names.map((name) => unitOf({ id: name, name }));
  backend.answer(api.units.list, { projectId }, units);
  for (const [at, range] of ranges.entries()) {
    const own = units.slice(15 * at, 15 * (at + 1));
    backend.answer(api.units.list, { projectId, ...range }, own);
    const rows = own.map(({ name }) => boardRowOf({ name }, [{ name: "Keys" }]));
    backend.answer(api.board.page, { projectId, ...range }, { rows, next: null });
  }
  return backend;
}

const textOf = (path: string, args: object) =>
  `${path} ${JSON.stringify(Object.fromEntries(Object.entries(args).toSorted()))}`;

/** Returns the queries that the cost estimate lists for this screen, and for the frame. */
async function countedOf(name: string): Promise<Set<string>> {
  const counted: Question[] = [];
  for (const each of [frame, ...screens.filter((other) => other.name === name)]) {
    counted.push(...each.live(place));
    await each.once?.(place, (question) => {
      counted.push(question);
      return Promise.resolve(null);
    });
  }
  return new Set(counted.map(({ path, args }) => textOf(path, args)));
}

test.each([
  { name: "units of a project", at: "/projects/project/units" },
  { name: "board of a project", at: "/projects/project/board" },
])("the costs count all that the page asks: $name", async ({ name, at }) => {
  const backend = serving();
  await renderPage(backend, { at });
  const asked = () => [
    ...backend.watched,
    ...backend.calls(api.board.pages).map((args) => textOf("board:pages", args)),
  ];
  await waitFor(() => expect(asked().join("\n")).toContain('"through":null'));

  const counted = await countedOf(name);
  expect(asked().filter((question) => !counted.has(question))).toEqual([]);
});
