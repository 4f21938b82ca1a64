import { type AskedQuery, type QuarantinedQuery, quarantineMs } from "../../wire/quarantine.ts";

/**
 * The number of accounts from which on a query that depends on the caller is to blame for all callers. Sessions of one
 * account count once, so that no person alone makes the queries of others fail.
 */
const accountsForAll = 3;

/** Live queries that blocked the function thread; they fail for a while instead of blocking it again. */
export class Quarantine {
  readonly #now: () => number;
  #held: QuarantinedQuery[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add({ part, path, argsHash, caller, account }: AskedQuery): void {
    const isSame = (one: AskedQuery) =>
      one.part === part && one.path === path && one.argsHash === argsHash;
    const held = this.active();
    const others = held.filter(isSame);
    const accounts = new Set(others.map((one) => one.account)).add(account);
    const isForAll =
      accounts.size >= accountsForAll ||
      [caller, ...others.map((one) => one.caller)].includes(null);
    const kept = isForAll
      ? held.filter((one) => !isSame(one))
      : held.filter((one) => !isSame(one) || one.caller !== caller);
    const untilMs = this.#now() + quarantineMs;
    const ofAll = { caller: isForAll ? null : caller, account: isForAll ? null : account };
    this.#held = [...kept, { part, path, argsHash, ...ofAll, untilMs }];
  }

  active(): QuarantinedQuery[] {
    const now = this.#now();
    this.#held = this.#held.filter(({ untilMs }) => untilMs > now);
    return [...this.#held];
  }
}
