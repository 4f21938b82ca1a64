import { parsePath } from "../../wire/function-path.ts";
import type { WatchedQuery } from "../../wire/live-clients.ts";
import type { AddQuery } from "./protocol.ts";

/** What the function thread learns of a query that a client adds. Of a refused one the name is kept and no arguments. */
export function watchedQuery(
  { queryId, udfPath, args, journal }: AddQuery,
  refusal: WatchedQuery["refusal"],
): WatchedQuery {
  const named = { refusal, queryId, path: parsePath(udfPath) ?? "" };
  if (refusal !== null) return { ...named, args: "{}", journal: null };
  return { ...named, args, journal: journal ?? null };
}
