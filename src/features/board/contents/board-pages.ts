import type { BoardRange } from "./board-types.ts";

/** A part of a project's board that is one live question. */
export type BoardPageOf = BoardRange & { projectId: string };

/** A client may ask so much less than the server allows that other screens and windows have room too. */
const MOST_PAGES = 400;

/**
 * The pages of a board, neighbours of one project joined where they would be too many questions: at most this many, and one a
 * project more.
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
