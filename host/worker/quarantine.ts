import { argumentsText } from "../values/canonical.ts";
import type { JsonObject } from "../values/json.ts";
import type { LiveQuery } from "./live-query.ts";
import type { QuarantinedQuery, WatchedQuery } from "./messages.ts";

/** How long a live query that took the time of others is not run. */
export const quarantineMs = 60_000;

/**
 * Live queries that blocked the function thread; they fail for a while instead of blocking it again. One that blocks it
 * although it is not run must have done so with its gate, which is kept from running then too.
 */
export class Quarantine {
  readonly #now: () => number;
  #held: QuarantinedQuery[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add({ path, args, refusal }: WatchedQuery): void {
    // What was refused was never run.
    if (refusal !== null) return;
    const argsText = argumentsText(JSON.parse(args) as JsonObject);
    const held = this.active();
    const others = held.filter((one) => one.path !== path || one.argsText !== argsText);
    const withGate = others.length < held.length;
    this.#held = [...others, { path, argsText, untilMs: this.#now() + quarantineMs, withGate }];
  }

  active(): QuarantinedQuery[] {
    const now = this.#now();
    this.#held = this.#held.filter(({ untilMs }) => untilMs > now);
    return [...this.#held];
  }
}

/** For how long a live query is not run; 0 when it may be. Its gate asks for many questions and may, but for its own guilt. */
export function quarantineLeftMs<Client>(
  quarantine: readonly QuarantinedQuery[],
  { group, watches }: LiveQuery<Client>,
  nowMs: number,
): number {
  const isGate = group.question.part === "gate";
  const held = quarantine.filter(
    ({ untilMs, withGate }) => untilMs > nowMs && (withGate || !isGate),
  );
  if (held.length === 0) return 0;
  // Only a gate is watched for different questions.
  const asking = [...watches].slice(0, isGate ? watches.size : 1);
  const isAsked = ({ path, argsText }: QuarantinedQuery) =>
    asking.some(({ subject }) => subject?.called.path === path && subject.argsText === argsText);
  return Math.max(0, ...held.filter(isAsked).map(({ untilMs }) => untilMs - nowMs));
}
