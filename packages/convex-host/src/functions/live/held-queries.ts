import { createHash } from "node:crypto";
import type { AskedQuery, QuarantinedQuery } from "../../wire/quarantine.ts";
import type { CallerKey, LiveQuery } from "./live-query.ts";

/**
 * The name of a run of a live query, before it reads the identity. A body does not read the identity; the gate's
 * answer, which it is given, stands for its callers.
 */
export function askedBy<Client>(
  { group, journal }: LiveQuery<Client>,
  account: string | null,
): AskedQuery {
  const { part, called, argsText, given } = group.question;
  const argsHash = hashOf(JSON.stringify([argsText, journal]));
  return {
    ...{ part, path: called.path, argsHash },
    ...{ caller: hashOrNull(given), account: hashOrNull(account) },
  };
}

/** The hash of a caller in the names of runs. */
export function callerHash(caller: CallerKey): string {
  return hashOf(JSON.stringify(caller));
}

/**
 * The time in milliseconds for which a live query is not run, for all callers or for this one; null when it may run.
 */
export function heldFor<Client>(
  quarantine: readonly QuarantinedQuery[],
  run: { query: LiveQuery<Client>; callerKey: CallerKey; nowMs: number },
): { leftMs: number; isOfCaller: boolean } | null {
  const { query, callerKey, nowMs } = run;
  const active = quarantine.filter(({ untilMs }) => untilMs > nowMs);
  if (active.length === 0) return null;
  const { part, path, argsHash, caller: given } = askedBy(query, null);
  const asked = active.filter(
    (one) => one.part === part && one.path === path && one.argsHash === argsHash,
  );
  const forAll = asked.find(({ caller }) => caller === null);
  if (forAll !== undefined) return { leftMs: forAll.untilMs - nowMs, isOfCaller: false };
  const isBody = part === "body";
  const own = isBody ? given : callerHash(callerKey);
  const ofOwn = asked.find(({ caller }) => caller === own);
  return ofOwn === undefined ? null : { leftMs: ofOwn.untilMs - nowMs, isOfCaller: !isBody };
}

function hashOrNull(text: string | null): string | null {
  return text === null ? null : hashOf(text);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
