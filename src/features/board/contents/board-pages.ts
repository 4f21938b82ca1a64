import type { BoardRange } from "./board-types.ts";

/** A part of a project's board that is read by one live query. */
export type BoardPageOf = BoardRange & { projectId: string };

/** The most queries for pages. It is far below the server's limit, so that other screens and windows have room too. */
const MOST_PAGES = 400;

/**
 * The pages of a board. Neighbouring pages of a project are joined when there are too many: the result has at most
 * `most` pages, and one more for each project.
 */
export function joinPages(
  pages: readonly BoardPageOf[],
  most: number = MOST_PAGES,
): readonly BoardPageOf[] {
  const together = Math.ceil(pages.length / most);
  if (together <= 1) return pages;
  const joined: { page: BoardPageOf; count: number }[] = [];
  for (const page of pages) {
    const last = joined.at(-1);
    const isNext = last?.page.projectId === page.projectId && last.page.through === page.after;
    if (last === undefined || !isNext || last.count === together) joined.push({ page, count: 1 });
    else {
      last.page = { ...last.page, through: page.through };
      last.count += 1;
    }
  }
  return joined.map(({ page }) => page);
}
