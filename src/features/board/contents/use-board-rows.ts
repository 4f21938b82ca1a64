import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useMemo, useState } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { useLast } from "../../../hooks/use-last.ts";
import { useFirstInSlices } from "../../../hooks/reads/use-first-in-slices.ts";
import { askOnce, useLiveQueries, useLiveStatus } from "../../../hooks/reads/use-live-query.ts";
import { type BoardPageOf, joinPages } from "./board-pages.ts";
import type { BoardRange, BoardRow } from "./board-types.ts";

type Opening = FunctionReturnType<typeof api.board.opening>;
type BoardPage = FunctionReturnType<typeof api.board.page>;

/** The loaded part of a board. */
export interface BoardContent {
  /** Undefined until the projects and all of their rows are known. */
  rows: readonly BoardRow[] | undefined;
  /** The first rows of the board, until all rows are loaded. */
  opening: Opening | undefined;
}

/**
 * The rows of the boards of these projects, live. The pages are read in parallel, and a changed task sends one page
 * again. The array of ids must stay the same object while its content is the same.
 */
export function useBoardRows(board: {
  /** Undefined while the projects are not known. */
  projectIds: readonly string[] | undefined;
  /** The one project of the board; null for all active ones. */
  projectId: string | null;
}): BoardContent {
  const { projectIds, projectId } = board;
  const [isWhole, setWhole] = useState(false);
  const asked = projectId === null ? {} : { projectId };
  // The first rows are a live query too, so that they follow changes. The pages report a failure.
  const opening = useLiveStatus(api.board.opening, isWhole ? "skip" : asked).answer;
  const firstRows = useFirstInSlices(opening);
  const firstPages = useFirstPages(projectIds, opening?.pages);
  // A page says when it is full, and another page follows.
  const [further, setFurther] = useState<readonly BoardPageOf[]>([]);
  const { first, pages } = useMemo(() => {
    const isShown = (page: BoardPageOf) =>
      projectIds === undefined || projectIds.includes(page.projectId);
    const shown = firstPages?.filter(isShown) ?? [];
    return { first: shown, pages: [...shown, ...further.filter(isShown)] };
  }, [projectIds, firstPages, further]);
  const answers = useLiveQueries(api.board.page, pages);
  const { reached, missing } = useMemo(
    () => followed(first, { pages, answers }),
    [first, pages, answers],
  );
  if (missing.length > 0) setFurther([...further, ...missing]);

  // Equal rows keep their objects in new answers, so the array only changes when an answer does.
  const found = useMemo(
    () => answers && reached.flatMap((at) => answers[at]?.rows ?? []),
    [answers, reached],
  );
  // A further page that loads removes no row from the screen.
  const rows = useFirstInSlices(useLast(firstPages === undefined ? undefined : found));
  if (rows !== undefined && !isWhole) setWhole(true);
  return { rows, opening: isWhole ? undefined : firstRows };
}

/**
 * The pages of these projects as they are now; undefined until they are known. The answer with the first rows may bring
 * the first pages.
 */
function useFirstPages(
  projectIds: readonly string[] | undefined,
  opened: readonly BoardPageOf[] | null | undefined,
): readonly BoardPageOf[] | undefined {
  const convex = useConvex();
  const [known, setKnown] = useState<ReadonlyMap<string, readonly BoardPageOf[]>>(new Map());
  const [isOpened, setOpened] = useState(false);
  if (opened && !isOpened) {
    setOpened(true);
    setKnown((old) => withPages(old, opened));
  }
  const missing = projectIds?.filter((id) => !known.has(id)).join(" ");
  useEffect(() => {
    if (missing === undefined || missing === "") return;
    let isLeft = false;
    const ask = async (projectId: string) => {
      const ranges = await askOnce(convex, api.board.pages, { projectId })
        // The query of the page reports why it cannot be read.
        .catch((): readonly BoardRange[] => [{ after: 0, through: null }]);
      return ranges.map((range) => ({ projectId, ...range }));
    };
    void Promise.all(missing.split(" ").map(ask)).then((found) => {
      if (!isLeft) setKnown((old) => withPages(old, found.flat()));
    });
    return () => {
      isLeft = true;
    };
  }, [convex, missing]);
  return useMemo(() => {
    if (projectIds === undefined) return isOpened ? [...known.values()].flat() : undefined;
    const pages = projectIds.map((id) => known.get(id));
    return pages.includes(undefined) ? undefined : pages.flatMap((each) => each ?? []);
  }, [projectIds, known, isOpened]);
}

/** The pages by project, including those of further projects. Known pages are on the screen and stay as they are. */
function withPages(
  known: ReadonlyMap<string, readonly BoardPageOf[]>,
  found: readonly BoardPageOf[],
): ReadonlyMap<string, readonly BoardPageOf[]> {
  const joined = joinPages(found);
  const news = new Set(joined.map(({ projectId }) => projectId));
  const pagesOf = (id: string) => joined.filter(({ projectId }) => projectId === id);
  return new Map([...[...news].map((id) => [id, pagesOf(id)] as const), ...known]);
}

/**
 * Follows the first pages to the further ones. `reached` are the indexes of the pages in order, and `missing` are those
 * that are not read yet. A further page that is no longer reached is left out: the page before it has its rows.
 */
function followed(
  first: readonly BoardPageOf[],
  { pages, answers }: { pages: readonly BoardPageOf[]; answers: readonly BoardPage[] | undefined },
): { reached: number[]; missing: BoardPageOf[] } {
  const reached: number[] = [];
  const missing: BoardPageOf[] = [];
  for (let page of first) {
    let at = pages.indexOf(page);
    while (at !== -1) {
      reached.push(at);
      const next = answers?.[at]?.next ?? null;
      if (next === null || next === page.through) break;
      const following = { ...page, after: next };
      page = following;
      at = pages.findIndex((each) => isSame(each, following));
      if (at === -1) missing.push(following);
    }
  }
  return { reached, missing };
}

function isSame(a: BoardPageOf, b: BoardPageOf): boolean {
  return a.projectId === b.projectId && a.after === b.after && a.through === b.through;
}
