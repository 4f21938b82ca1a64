import type { RequestMetadata } from "../../wire/caller.ts";
import { isTurnLong, nextTurn } from "../run/turns.ts";

/**
 * Waits for a turn before work that may give none to others: an action that computes, or a query that fails before its
 * first system call. Otherwise messages that arrive together would all run without a turn for other work.
 */
export async function ownTurn({ taker: caller, requestId }: RequestMetadata): Promise<void> {
  const taker = caller ?? requestId;
  if (isTurnLong(taker)) await nextTurn(taker);
}
