import { useConvex } from "convex/react";
import { useEffect, useMemo, useState } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { useLast } from "../../../hooks/use-last.ts";
import { askOnce, useLiveQueries } from "../../../hooks/reads/use-live-query.ts";
import type { BoardRange, BoardRow } from "./board-types.ts";

type Page = BoardRange & { projectId: string };

/**
 * The rows of the boards of these projects, live; undefined until the projects and all of their rows are known. Pages are
 * asked for side by side, and a changed task brings one page anew. The list of ids must stay the same object while it says
 * the same.
 */
export function useBoardRows(
  projectIds: readonly string[] | undefined,
): readonly BoardRow[] | undefined {
  const firstPages = useFirstPages(projectIds);
  // The last page of a project tells when it is full and another one follows.
  const [further, setFurther] = useState<readonly Page[]>([]);
  const pages = useMemo(
    () =>
      [...(firstPages ?? []), ...further].filter(({ projectId }) =>
        projectIds?.includes(projectId),
      ),
    [projectIds, firstPages, further],
  );
  const answers = useLiveQueries(api.board.page, pages);
  const following = pages.flatMap(({ projectId, through }, at): Page[] => {
    const next = answers?.[at]?.next ?? null;
    return through === null && next !== null ? [{ projectId, after: next, through }] : [];
  });
  const news = following.filter((next) => !pages.some((page) => isSame(page, next)));
  if (news.length > 0) setFurther([...further, ...news]);

  // The answers keep the objects of rows that say the same, and the list is another one only when an answer is.
  const rows = useMemo(() => answers?.flatMap((page) => page.rows), [answers]);
  // A further page that loads takes nothing away that is seen already.
  return useLast(firstPages === undefined ? undefined : rows);
}

/** The pages of these projects as they are now; undefined until they are known. */
function useFirstPages(projectIds: readonly string[] | undefined): readonly Page[] | undefined {
  const convex = useConvex();
  const [known, setKnown] = useState<{ of: readonly string[]; pages: readonly Page[] }>();
  useEffect(() => {
    if (projectIds === undefined) return;
    let isLeft = false;
    const ask = async (projectId: string): Promise<readonly Page[]> => {
      const ranges = await askOnce(convex, api.board.pages, { projectId })
        // The page itself says why it cannot be read.
        .catch((): readonly BoardRange[] => [{ after: 0, through: null }]);
      return ranges.map((range) => ({ projectId, ...range }));
    };
    void Promise.all(projectIds.map(ask)).then((found) => {
      if (!isLeft) setKnown({ of: projectIds, pages: found.flat() });
    });
    return () => {
      isLeft = true;
    };
  }, [convex, projectIds]);
  return known !== undefined && known.of === projectIds ? known.pages : undefined;
}

function isSame(a: Page, b: Page): boolean {
  return a.projectId === b.projectId && a.after === b.after && a.through === b.through;
}
