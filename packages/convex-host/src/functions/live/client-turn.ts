import type { Timestamp } from "../../values/timestamp.ts";
import type { LiveClient } from "./live-client.ts";
import { type LiveQuery, missingRun } from "./live-query.ts";

/** Milliseconds of a client's own queries after which its turn ends. It goes on in its next turn. */
const longestTurnMs = 50;
/** Runs for each query of a client, gates included, after which its turn is not split any more. */
const mostRunsInPieces = 4;

/** A query of the client without an answer at this time; null when there is none. */
export function findStale(client: LiveClient, ts: Timestamp): LiveQuery<LiveClient> | null {
  for (const watch of client.unsettled) {
    const query = missingRun(watch, ts);
    if (query !== null) return query;
  }
  return null;
}

/** True when the client's turn is over. The time of its next turn then begins at 0. */
export function endsTurn(client: LiveClient): boolean {
  if (client.turnMs < longestTurnMs || isInOnePiece(client)) return false;
  client.turnMs = 0;
  return true;
}

/** True when its queries change faster than they run in split turns. */
export function isInOnePiece({ runs, watches }: LiveClient): boolean {
  return runs >= mostRunsInPieces * watches.size;
}
