import type { AskedQuery, QuarantinedQuery } from "../../wire/quarantine.ts";
import type { Call, Engine, QueryOutcome } from "../run/calls.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";
import { timedOutOutcome } from "./failed-outcomes.ts";
import { askedBy, callerHash, heldFor } from "./held-queries.ts";
import type { CallerKey, LiveQuery } from "./live-query.ts";

export type GuardedRunsOptions = {
  query: Engine["query"];
  wallClock: () => number;
  /** Notes the query that is running, until the returned function is called. */
  enter: (asked: AskedQuery) => () => void;
  quarantine: readonly QuarantinedQuery[];
};

/** A due run, with the caller for which it runs. */
type Run<Client> = {
  query: LiveQuery<Client>;
  call: Call;
  callerKey: CallerKey;
  /** The account of that caller; null for an anonymous one. */
  account: string | null;
  snapshot: Snapshot;
};

/**
 * Runs live queries and notes which one runs. Queries that blocked the function thread lately are not run (SPEC B6).
 */
export class GuardedRuns<Client> {
  readonly #options: GuardedRunsOptions;

  constructor(options: GuardedRunsOptions) {
    this.#options = options;
  }

  /** The time for which the query is not run, for all callers or for this one; null when it may run. */
  heldFor(query: LiveQuery<Client>, callerKey: CallerKey) {
    const { quarantine, wallClock } = this.#options;
    return heldFor(quarantine, { query, callerKey, nowMs: wallClock() });
  }

  /**
   * Runs a query. `againMs` is the delay in milliseconds after which to try again when it was not run, otherwise null.
   */
  async run(due: Run<Client>): Promise<{ outcome: QueryOutcome; againMs: number | null }> {
    const held = this.heldFor(due.query, due.callerKey);
    if (held === null) return { outcome: await this.#runNoted(due), againMs: null };
    return { outcome: timedOutOutcome(due.snapshot.ts, held.isOfCaller), againMs: held.leftMs };
  }

  /** A run is noted for all callers until it reads the identity; from then on also for this caller. */
  async #runNoted({
    query,
    call,
    callerKey,
    account,
    snapshot,
  }: Run<Client>): Promise<QueryOutcome> {
    const { enter } = this.#options;
    const asked = askedBy(query, account);
    const leaves = [enter(asked)];
    const onIdentityRead = () => {
      if (leaves.length === 1) leaves.push(enter({ ...asked, caller: callerHash(callerKey) }));
    };
    // A body has no caller, and fails when it reads the identity.
    const isForAll = query.group.question.part === "body";
    const { journal } = query;
    try {
      return await this.#options.query(call, {
        ...{ at: snapshot, journal },
        ...(!isForAll && { onIdentityRead }),
      });
    } finally {
      for (const leave of leaves.reverse()) leave();
    }
  }
}
