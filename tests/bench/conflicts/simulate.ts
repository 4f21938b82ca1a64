import { seeded } from "convex-host/seeded";
import type { KnownConflicts } from "./sets.ts";

/** Convex retries a mutation after a conflict at most this often; then the caller gets an error. */
const mostRetries = 4;
/** Before a retry Convex waits for a random part of this time, which doubles with each retry up to the maximum. */
const firstBackoffMs = 100;
const longestBackoffMs = 2_000;

export type Load = {
  /** The start times of transactions in ascending order, each with its index in the list of sets. */
  arrivals: readonly { at: number; transaction: number }[];
  /** The time from the snapshot of a transaction to its commit. */
  commitMs: number;
  seed: number;
};

export type Outcome = {
  transactions: number;
  /** Transactions that conflicted at least once. */
  conflicted: number;
  /** The number of repeated runs. */
  retries: number;
  /** Transactions whose last retry conflicted too. */
  failed: number;
  /** Runs that conflicted at a place. A run can conflict at several. */
  conflictsByPlace: Map<string, number>;
  /** Runs that conflicted. */
  conflicts: number;
};

type Run = { transaction: number; begunAt: number; commitAt: number; retries: number };

/**
 * Simulates optimistic concurrency control as Convex has it: a run reads its snapshot at the start and commits after
 * the commit time. It conflicts if a commit in between wrote a document that it read. Then its writes are discarded,
 * and it runs again.
 */
export function simulate(known: KnownConflicts, load: Load): Outcome {
  return new Simulation(known, load).run();
}

/** Returns random, independent times (a Poisson process) with this average number per second. */
export function randomMoments(perSecond: number, seconds: number, random: () => number): number[] {
  const moments: number[] = [];
  for (let at = 0; ;) {
    at -= (Math.log(1 - random()) * 1_000) / perSecond;
    if (at >= seconds * 1_000) return moments;
    moments.push(at);
  }
}

class Simulation {
  readonly #known: KnownConflicts;
  readonly #load: Load;
  readonly #random: () => number;
  /** The runs that have not committed yet; the next one to commit is last. */
  readonly #runs: Run[] = [];
  /** The commits so far, in ascending order of time. */
  readonly #commits: { at: number; transaction: number }[] = [];
  readonly #outcome: Outcome;

  constructor(known: KnownConflicts, load: Load) {
    this.#known = known;
    this.#load = load;
    this.#random = seeded(load.seed);
    this.#outcome = {
      transactions: load.arrivals.length,
      ...{ conflicted: 0, retries: 0, failed: 0, conflicts: 0 },
      conflictsByPlace: new Map(),
    };
  }

  run(): Outcome {
    for (const { at, transaction } of this.#load.arrivals) {
      this.#endThoseBefore(at);
      this.#begin(transaction, at, 0);
    }
    this.#endThoseBefore(Infinity);
    return this.#outcome;
  }

  #endThoseBefore(moment: number): void {
    while ((this.#runs.at(-1)?.commitAt ?? Infinity) < moment) this.#end(this.#runs.pop()!);
  }

  #begin(transaction: number, begunAt: number, retries: number): void {
    const commitAt = begunAt + this.#load.commitMs;
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle]!.commitAt > commitAt) low = middle + 1;
      else high = middle;
    }
    this.#runs.splice(low, 0, { transaction, begunAt, commitAt, retries });
  }

  #end(run: Run): void {
    const places = this.#conflictsOf(run);
    if (places.size === 0) {
      this.#commits.push({ at: run.commitAt, transaction: run.transaction });
      return;
    }
    const { conflictsByPlace } = this.#outcome;
    for (const place of places) {
      conflictsByPlace.set(place, (conflictsByPlace.get(place) ?? 0) + 1);
    }
    this.#outcome.conflicts += 1;
    if (run.retries === 0) this.#outcome.conflicted += 1;
    if (run.retries === mostRetries) this.#outcome.failed += 1;
    else this.#retry(run);
  }

  #retry({ transaction, commitAt, retries }: Run): void {
    const longest = Math.min(firstBackoffMs * 2 ** retries, longestBackoffMs);
    this.#outcome.retries += 1;
    this.#begin(transaction, commitAt + longest * this.#random(), retries + 1);
  }

  #conflictsOf({ transaction, begunAt }: Run): Set<string> {
    const places = new Set<string>();
    for (let at = this.#commits.length - 1; at >= 0; at--) {
      const commit = this.#commits[at]!;
      if (commit.at <= begunAt) break;
      for (const place of this.#known.between(transaction, commit.transaction)) places.add(place);
    }
    return places;
  }
}
