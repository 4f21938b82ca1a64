import { type AskedQuery, type QuarantinedQuery, quarantineMs } from "../../wire/quarantine.ts";

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

  add({ path, argsHash }: AskedQuery): void {
    const held = this.active();
    const others = held.filter((one) => one.path !== path || one.argsHash !== argsHash);
    const withGate = others.length < held.length;
    this.#held = [...others, { path, argsHash, untilMs: this.#now() + quarantineMs, withGate }];
  }

  active(): QuarantinedQuery[] {
    const now = this.#now();
    this.#held = this.#held.filter(({ untilMs }) => untilMs > now);
    return [...this.#held];
  }
}
