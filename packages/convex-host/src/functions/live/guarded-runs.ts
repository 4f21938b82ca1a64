import type { AskedQuery, QuarantinedQuery } from "../../wire/quarantine.ts";
import type { Call, Engine, QueryOutcome } from "../run/calls.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";
import { timedOutOutcome } from "./failed-outcomes.ts";
import { askedBy, callerHash, heldFor } from "./held-queries.ts";
import type { CallerKey, LiveQuery } from "./live-query.ts";

export type GuardedRunsOptions = {
  query: Engine["query"];
  wallClock: () => number;
  /** Notes what is running, until the returned function is called. */
  enter: (asked: AskedQuery) => () => void;
  quarantine: readonly QuarantinedQuery[];
};

/** A run that is due, for the caller that it is run as. */
type Run<Client> = {
  query: LiveQuery<Client>;
  call: Call;
  callerKey: CallerKey;
  /** The account of that caller; null for a stranger. */
  account: string | null;
  snapshot: Snapshot;
};

/** Runs live queries under their names, and not those that blocked the function thread lately (SPEC B6). */
export class GuardedRuns<Client> {
  readonly #options: GuardedRunsOptions;

  constructor(options: GuardedRunsOptions) {
    this.#options = options;
  }

  /** For how long it is not run, for everybody or for this caller alone; null when it may be. */
  heldFor(query: LiveQuery<Client>, callerKey: CallerKey) {
    const { quarantine, wallClock } = this.#options;
    return heldFor(quarantine, { query, callerKey, nowMs: wallClock() });
  }

  /** The outcome, and when to run it again if it was not run. */
  async run(due: Run<Client>): Promise<{ outcome: QueryOutcome; againMs: number | null }> {
    const held = this.heldFor(due.query, due.callerKey);
    if (held === null) return { outcome: await this.#runNoted(due), againMs: null };
    return { outcome: timedOutOutcome(due.snapshot.ts, held.isOfCaller), againMs: held.leftMs };
  }

  /** A run is the same for everybody until it asks for its caller; from there on it is this caller's. */
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
    // A body has no caller, and fails if it asks for one.
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
