import { useMemo, useState } from "react";
import { columnGroups, finishedFirst, type MasterTask } from "./board-columns.ts";
import { type ChoiceCounts, countChoices, filterRows } from "./board-filter.ts";
import { knownOrder, linesOf, showFloors } from "./board-order.ts";
import type { BoardSearch } from "./board-search.ts";
import type { BoardRow } from "./board-types.ts";

const nothing: readonly string[] = [];

/** The rows of the board after the filters and in the order of the address, and the count of each option. */
export function useBoardContents(board: {
  rows: readonly BoardRow[];
  masterList: readonly MasterTask[];
  /** False while other rows are loading. */
  isWhole: boolean;
  search: BoardSearch;
  /** The searched text; the address follows it with a short delay. */
  text: string;
  byProject: boolean;
}) {
  const { rows, masterList, isWhole, search, text, byProject } = board;
  const { risk, status, category, who, blocked, sort } = search;
  // Columns that were finished when the board opened stay folded. Those that are finished later stay open.
  const [opening, setOpening] = useState<readonly string[]>();
  if (isWhole && opening === undefined)
    setOpening(finishedFirst(rows, masterList, window.innerWidth));
  const fold = search.fold ?? opening ?? nothing;
  const filter = useMemo(
    () => ({
      ...{ q: text === "" ? undefined : text, risk, status, category, who, blocked },
      byProject,
    }),
    [text, risk, status, category, who, blocked, byProject],
  );
  const shown = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const lines = useMemo(() => linesOf(shown, sort), [shown, sort]);
  const counts = useSame(
    useMemo(() => countChoices(rows, filter), [rows, filter]),
    textOfCounts,
  );
  const unfolded = useSame(
    useMemo(
      () => columnGroups(rows, masterList, { folded: new Set(), category: undefined }),
      [rows, masterList],
    ),
  );
  const groups = useSame(
    useMemo(
      () => columnGroups(rows, masterList, { folded: new Set(fold), category }),
      [rows, masterList, fold, category],
    ),
  );
  const categories = useMemo(() => unfolded.flatMap((group) => group.category ?? []), [unfolded]);
  const names = useSame(useMemo(() => rows.map(({ unit }) => unit.name), [rows]));
  const hasFloors = useMemo(() => showFloors(names), [names]);
  const order = knownOrder(sort, { groups: unfolded, hasFloors });
  const view = useMemo(() => JSON.stringify([filter, sort]), [filter, sort]);
  return {
    lines,
    counts,
    groups,
    categories,
    hasFloors,
    order,
    fold,
    view,
  };
}

/**
 * The previous value while the content is equal, so that a changed task does not render the columns and the other rows
 * again.
 */
function useSame<Value>(value: Value, textOf: (value: Value) => string = JSON.stringify): Value {
  const [kept, setKept] = useState(value);
  if (kept === value || textOf(kept) === textOf(value)) return kept;
  setKept(value);
  return value;
}

function textOfCounts({ risk, status, category, who, blocked }: ChoiceCounts): string {
  return JSON.stringify([...[risk, status, category, who].map((counts) => [...counts]), blocked]);
}
