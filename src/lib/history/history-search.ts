import { day, searchOf, text } from "../shape.ts";

/** The search parameters that filter a history; a page that opens a unit has them in addition to its own. */
export const historyFilters = { by: text, what: text, from: day, to: day };

/** The search parameters of a history. */
export const historySearch = searchOf(historyFilters);

export type HistorySearch = ReturnType<typeof historySearch>;

/** The names of the parameters. */
export const HISTORY_FILTERS = ["by", "what", "from", "to"] as const;

/** The filters as arguments of the queries; a filter that is not chosen is left out. */
export function filterOf({ by, what, from, to }: HistorySearch) {
  return {
    ...(by !== undefined && { userId: by }),
    ...(what !== undefined && { kind: what }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

export type HistoryFilter = ReturnType<typeof filterOf>;
