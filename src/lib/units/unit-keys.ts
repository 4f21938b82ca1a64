import { HISTORY_FILTERS } from "../history/history-search.ts";

/** The search parameters of an open unit. */
export const UNIT_KEYS = ["unit", "tab", "task", "photo", "note", ...HISTORY_FILTERS] as const;
