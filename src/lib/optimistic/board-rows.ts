import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import type { BoardRow } from "./board-row.ts";

export type BoardRows = BoardRow[];

/** Replaces rows in the pages and the first answers of all boards; `change` returns null for rows that stay. */
export function replaceBoardRows(
  store: OptimisticLocalStore,
  change: (rows: BoardRows) => BoardRows | null,
): void {
  for (const { args, value: page } of store.getAllQueries(api.board.page)) {
    const rows = page && change(page.rows);
    if (page && rows) store.setQuery(api.board.page, args, { ...page, rows });
  }
  for (const { args, value: opening } of store.getAllQueries(api.board.opening)) {
    const rows = opening && change(opening.rows);
    if (opening && rows) store.setQuery(api.board.opening, args, { ...opening, rows });
  }
}
