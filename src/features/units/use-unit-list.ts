import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { askOnce, useLiveQueries } from "../../hooks/reads/use-live-query.ts";
import type { UnitListItem } from "./unit-filter.ts";

/** A list of more units is read in pages, of which a change sends one and not the whole project. */
const MOST_OF_ONE_PAGE = 25;

type Ranges = FunctionReturnType<typeof api.board.pages>;

/**
 * The units of a project, in the order entered. They are shown as soon as the whole list is there; a long one goes on in
 * pages then. Which units a page holds is fixed by their age, so that each stands on one page whatever happens.
 */
export function useUnitList(projectId: string): readonly UnitListItem[] | undefined {
  const [isPaged, setPaged] = useState(false);
  const [whole] = useLiveQueries(api.units.list, isPaged ? [] : [{ projectId }]) ?? [];
  const ranges = useRanges(projectId, (whole?.length ?? 0) > MOST_OF_ONE_PAGE);
  const pages = useLiveQueries(
    api.units.list,
    ranges.map((range) => ({ projectId, ...range })),
  );
  const isReady = ranges.length > 0 && pages !== undefined;
  if (isReady && !isPaged) setPaged(true);
  const joined = useMemo(() => (isReady ? pages.flat() : undefined), [isReady, pages]);
  return joined ?? whole;
}

/** The pages of a project's units, asked once when they are wanted; none until then. */
function useRanges(projectId: string, isWanted: boolean): Ranges {
  const convex = useConvex();
  const [ranges, setRanges] = useState<Ranges>([]);
  const isMissing = isWanted && ranges.length === 0;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isLeft = false;
    const take = (found: Ranges) => (isLeft ? undefined : setRanges(found));
    // Without pages the whole list goes on.
    askOnce(convex, api.board.pages, { projectId }).then(take, () => undefined);
    return () => {
      isLeft = true;
    };
  }, [convex, projectId, isMissing]);
  return ranges;
}
