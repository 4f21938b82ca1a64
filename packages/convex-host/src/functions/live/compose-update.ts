import type { LiveClient } from "./live-client.ts";
import { visibleResult } from "./live-query.ts";
import { hasText } from "./sent-results.ts";
import type { ClientUpdate, QueryResult } from "../../wire/live-clients.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/** The update that brings a client to `ts`; null when there is nothing to send. All its queries are valid at `ts`. */
export function composeUpdate(
  client: LiveClient,
  ts: Timestamp,
  indexOf: (result: QueryResult) => number,
): ClientUpdate | null {
  const changes: ClientUpdate["changes"] = client.removed.map((queryId) => ({
    queryId,
    result: null,
  }));
  client.removed = [];
  for (const watch of client.unsettled) {
    const { result, isStale } = visibleResult(watch);
    if (!isStale) client.unsettled.delete(watch.place);
    if (result === null || watch.sent === result) continue;
    const isSame = hasText(watch.sent, result);
    watch.sent = result;
    client.answered.add(watch.asked.queryId);
    if (!isSame) changes.push({ queryId: watch.asked.queryId, result: indexOf(result) });
  }
  if (changes.length === 0 && !client.owesTransition) return null;
  // The answer of a mutation may have been sent while the queries ran on an earlier state.
  client.owesTransition = client.owedTs > ts;
  return {
    client: client.id,
    querySet: client.querySet,
    identity: client.identityVersion,
    ts,
    changes,
  };
}
