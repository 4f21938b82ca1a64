import { type AskedQuery, type QuarantinedQuery, quarantineMs } from "../../wire/quarantine.ts";

/** With so many callers, a question that depends on the caller is to blame for all of them. */
const callersForAll = 3;

/** Live queries that blocked the function thread; they fail for a while instead of blocking it again. */
export class Quarantine {
  readonly #now: () => number;
  #held: QuarantinedQuery[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add({ part, path, argsHash, caller }: AskedQuery): void {
    const isSame = (one: AskedQuery) =>
      one.part === part && one.path === path && one.argsHash === argsHash;
    const held = this.active();
    const others = new Set(held.filter(isSame).map((one) => one.caller)).add(caller);
    const isForAll = others.has(null) || others.size >= callersForAll;
    const kept = isForAll
      ? held.filter((one) => !isSame(one))
      : held.filter((one) => !isSame(one) || one.caller !== caller);
    const untilMs = this.#now() + quarantineMs;
    this.#held = [...kept, { part, path, argsHash, caller: isForAll ? null : caller, untilMs }];
  }

  active(): QuarantinedQuery[] {
    const now = this.#now();
    this.#held = this.#held.filter(({ untilMs }) => untilMs > now);
    return [...this.#held];
  }
}
