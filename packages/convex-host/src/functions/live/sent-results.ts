import { createHash } from "node:crypto";
import type { QueryResult } from "../../wire/live-clients.ts";
import type { LiveClient } from "./live-client.ts";
import type { LiveQuery, Watch } from "./live-query.ts";

/**
 * The result that a client was sent last. Of a client that does not read it is without the text when that is not an answer any
 * more: each of many may have been sent another one, and none of these counts in the room of answers.
 */
export type SentResult = QueryResult | ForgottenResult;

/** Without a digest no other result is known to be the same. */
type ForgottenResult = { readonly digest: string | null; readonly journal: string | null };

/** True when the client has the text of this result. */
export function hasText(sent: SentResult | null, result: QueryResult): boolean {
  if (sent === null) return false;
  if ("text" in sent) return sent.text === result.text;
  return sent.digest !== null && sent.digest === digestOf(result);
}

/** The query has another result than this one. Those who read are sent it soon. */
export function forgetUnread(
  { result, watches }: LiveQuery<LiveClient>,
  before: QueryResult | null,
): void {
  if (before === null || result === before) return;
  let forgotten: ForgottenResult | null = null;
  for (const watch of watches) {
    if (watch.sent !== before || !watch.client.isBusy) continue;
    forgotten ??= { digest: digestOf(before), journal: before.journal };
    watch.sent = forgotten;
  }
}

/** The client asks as somebody else now, of whom it may be sent the same again. No digest is made: its answers may be many. */
export function forgetOfCaller(watch: Watch<LiveClient>): void {
  if (watch.sent === null || !watch.client.isBusy) return;
  watch.sent = { digest: null, journal: watch.sent.journal };
}

/** Of results that are compared with those of clients that did not read: hundreds of these may watch one query. */
const digests = new WeakMap<QueryResult, string>();

function digestOf(result: QueryResult): string {
  const known = digests.get(result);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(result.text).digest("base64");
  digests.set(result, digest);
  return digest;
}
