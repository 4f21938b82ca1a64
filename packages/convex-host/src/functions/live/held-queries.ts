import { createHash } from "node:crypto";
import type { AskedQuery, QuarantinedQuery } from "../../wire/quarantine.ts";
import type { CallerKey, LiveQuery } from "./live-query.ts";

/**
 * The name of what a live query runs, before it has asked who is calling. A body asks nobody, but is told what the gate said of
 * those it is for: that stands for them.
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

/** A caller, as a name of what was run for them has it. */
export function callerHash(caller: CallerKey): string {
  return hashOf(JSON.stringify(caller));
}

/** For how long a live query is not run, for everybody or for this caller alone; null when it may be. */
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
