import { questionKey } from "./live-query.ts";
import type { QuarantinedQuery, WatchedQuery } from "./messages.ts";

const quarantineMs = 60_000;

/** Live queries that blocked the function thread; they fail for a while instead of blocking it again. */
export class Quarantine {
  readonly #now: () => number;
  readonly #untilByKey = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add({ path, args }: WatchedQuery): void {
    this.#untilByKey.set(questionKey({ path, args, journal: null }), this.#now() + quarantineMs);
  }

  active(): QuarantinedQuery[] {
    const now = this.#now();
    for (const [key, until] of this.#untilByKey) if (until <= now) this.#untilByKey.delete(key);
    return [...this.#untilByKey].map(([key, untilMs]) => ({ key, untilMs }));
  }
}
