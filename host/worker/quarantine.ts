import type { JsonObject } from "../values/json.ts";
import { type LiveQuery, questionKey } from "./live-query.ts";
import type { QuarantinedQuery, WatchedQuery } from "./messages.ts";

/** How long a live query that took the time of others is not run. */
export const quarantineMs = 60_000;

/**
 * Live queries that blocked the function thread; they fail for a while instead of blocking it again. One that blocks it
 * although it is not run must have done so with its gate, which is kept from running then too.
 */
export class Quarantine {
  readonly #now: () => number;
  readonly #heldByKey = new Map<string, Omit<QuarantinedQuery, "key">>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add({ path, args }: WatchedQuery): void {
    const key = questionKey({ path, args: JSON.parse(args) as JsonObject, journal: null });
    const untilMs = this.#now() + quarantineMs;
    const wasHeld = (this.#heldByKey.get(key)?.untilMs ?? 0) > this.#now();
    this.#heldByKey.set(key, { untilMs, withGate: wasHeld });
  }

  active(): QuarantinedQuery[] {
    const now = this.#now();
    for (const [key, { untilMs }] of this.#heldByKey)
      if (untilMs <= now) this.#heldByKey.delete(key);
    return [...this.#heldByKey].map(([key, held]) => ({ key, ...held }));
  }
}

/** For how long a live query is not run; 0 when it may be. Its gate asks for many questions and may, but for its own guilt. */
export function quarantineLeftMs<Client>(
  quarantine: readonly QuarantinedQuery[],
  { group, watches }: LiveQuery<Client>,
  nowMs: number,
): number {
  const isGate = group.part === "gate";
  const held = quarantine.filter(
    ({ untilMs, withGate }) => untilMs > nowMs && (withGate || !isGate),
  );
  if (held.length === 0) return 0;
  // Only a gate is watched for different questions.
  const asking = [...watches].slice(0, isGate ? watches.size : 1);
  const keys = new Set(
    asking.map(({ question: { path, args } }) => questionKey({ path, args, journal: null })),
  );
  const left = held.filter(({ key }) => keys.has(key)).map(({ untilMs }) => untilMs - nowMs);
  return Math.max(0, ...left);
}
