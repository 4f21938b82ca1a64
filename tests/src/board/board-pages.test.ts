import { expect, test } from "vitest";
import { type BoardPageOf, joinPages } from "../../../src/features/board/contents/board-pages.ts";

/** Returns the page ranges of a project: each ends where the next begins, and the last has no end. */
const pagesOf = (projectId: string, count: number): BoardPageOf[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ projectId, after: at * 10 },
    through: at + 1 === count ? null : (at + 1) * 10,
  }));

test("the pages of a board of many units are joined, so that it asks a bounded number of questions [BOARD-08]", () => {
  const few = [...pagesOf("oak", 3), ...pagesOf("elm", 2)];
  expect(joinPages(few)).toEqual(few);

  // 100,000 units in 20 projects.
  const ids = Array.from({ length: 20 }, (_, at) => `project ${String(at)}`);
  const all = ids.flatMap((id) => pagesOf(id, 500));
  const joined = joinPages(all);
  expect(joined.length).toBeLessThanOrEqual(420);
  for (const id of ids) {
    const own = joined.filter(({ projectId }) => projectId === id);
    expect(own[0]?.after).toBe(0);
    expect(own.at(-1)?.through).toBeNull();
    expect(own.slice(1).map(({ after }) => after)).toEqual(
      own.slice(0, -1).map(({ through }) => through),
    );
  }
  expect(joinPages(pagesOf("oak", 7), 3)).toEqual([
    { projectId: "oak", after: 0, through: 30 },
    { projectId: "oak", after: 30, through: 60 },
    { projectId: "oak", after: 60, through: null },
  ]);
});
