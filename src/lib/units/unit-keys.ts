import { HISTORY_FILTERS } from "../history/history-search.ts";

/** The search parameters that an open unit has. */
export const UNIT_KEYS = ["unit", "tab", "task", "photo", "note", ...HISTORY_FILTERS] as const;
