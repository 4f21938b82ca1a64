import type { Timestamp } from "../../values/timestamp.ts";
import type { LiveClient } from "./live-client.ts";
import { type LiveQuery, missingRun } from "./live-query.ts";

/** Milliseconds of its own queries after which a client goes on in its next turn. */
const longestTurnMs = 50;
/** Runs for each query of a client, gates included, before it is served in one piece. */
const mostRunsInPieces = 4;

/** A query of the client that has no answer of this moment. */
export function findStale(client: LiveClient, ts: Timestamp): LiveQuery<LiveClient> | null {
  for (const watch of client.unsettled) {
    const query = missingRun(watch, ts);
    if (query !== null) return query;
  }
  return null;
}

/** True when the client's turn is over; the next one begins then. */
export function endsTurn(client: LiveClient): boolean {
  if (client.turnMs < longestTurnMs || isInOnePiece(client)) return false;
  client.turnMs = 0;
  return true;
}

/** Its queries change faster than they run in pieces. */
export function isInOnePiece({ runs, watches }: LiveClient): boolean {
  return runs >= mostRunsInPieces * watches.size;
}
