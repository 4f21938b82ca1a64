import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { askOnce, useLiveQueries } from "../../hooks/reads/use-live-query.ts";
import type { UnitListItem } from "./unit-filter.ts";

/**
 * The largest number of units that are read as one list. A longer list is read in pages, so that a change sends one
 * page and not the whole project.
 */
const MOST_OF_ONE_PAGE = 25;

type Ranges = FunctionReturnType<typeof api.board.pages>;

/**
 * The units of a project, in the order of entry. They appear as soon as the whole list is loaded; a long list then
 * continues in pages. The age of a unit decides its page, so that each unit is on exactly one page at any time.
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

/** The page ranges of a project's units, read once when they are needed; empty until then. */
function useRanges(projectId: string, isWanted: boolean): Ranges {
  const convex = useConvex();
  const [ranges, setRanges] = useState<Ranges>([]);
  const isMissing = isWanted && ranges.length === 0;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isLeft = false;
    const take = (found: Ranges) => (isLeft ? undefined : setRanges(found));
    // After a failure the whole list stays in use.
    askOnce(convex, api.board.pages, { projectId }).then(take, () => undefined);
    return () => {
      isLeft = true;
    };
  }, [convex, projectId, isMissing]);
  return ranges;
}
