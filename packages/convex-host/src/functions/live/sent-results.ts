import { createHash } from "node:crypto";
import type { QueryResult } from "../../wire/live-clients.ts";
import type { LiveClient } from "./live-client.ts";
import type { LiveQuery, Watch } from "./live-query.ts";

/**
 * The result that a client was sent last. For a client that does not read, the text of an outdated result is dropped:
 * each of many such clients may have been sent another text, and none of these counts in the answer room.
 */
export type SentResult = QueryResult | ForgottenResult;

/** A result whose text was dropped. Without a digest, no other result is known to be the same. */
type ForgottenResult = { readonly digest: string | null; readonly journal: string | null };

/** True when the client has the text of this result. */
export function hasText(sent: SentResult | null, result: QueryResult): boolean {
  if (sent === null) return false;
  if ("text" in sent) return sent.text === result.text;
  return sent.digest !== null && sent.digest === digestOf(result);
}

/** Drops the text of the earlier result for clients that do not read. Clients that read are sent the new one soon. */
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

/**
 * Drops the last result of a client that does not read and whose caller changed: it may be sent the same text again. No
 * digest is computed, because the client may have many answers.
 */
export function forgetOfCaller(watch: Watch<LiveClient>): void {
  if (watch.sent === null || !watch.client.isBusy) return;
  watch.sent = { digest: null, journal: watch.sent.journal };
}

/**
 * The digests of results that are compared with dropped ones: hundreds of clients that do not read may watch one query.
 */
const digests = new WeakMap<QueryResult, string>();

function digestOf(result: QueryResult): string {
  const known = digests.get(result);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(result.text).digest("base64");
  digests.set(result, digest);
  return digest;
}
