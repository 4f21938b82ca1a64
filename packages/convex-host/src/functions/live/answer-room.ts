import type { Invalidation } from "../../database/reads/invalidation.ts";
import type { ReadSet } from "../../database/reads/read-set.ts";
import type { DocumentWrite } from "../../database/state/layer.ts";
import type { LiveClient } from "./live-clients.ts";
import type { LiveQuery } from "./live-query.ts";

type Query = LiveQuery<LiveClient>;

/** The approximate bytes of one document, and of one range, in a read set and in what finds it again. */
const documentBytes = 100;
const rangeBytes = 200;

export type AnswerRoomOptions = {
  mostBytes: number;
  /** Ends a client, and what it watches. */
  cut: (client: LiveClient) => void;
};

/**
 * The room that live queries share: their answers, and what they have read. A client has a bound for what it asks, but a short
 * question may have a long answer. Above the bound, whoever has most loses the client with most.
 */
export class AnswerRoom implements Invalidation<Query> {
  readonly #inner: Invalidation<Query>;
  readonly #options: AnswerRoomOptions;
  readonly #bytesOf = new Map<Query, number>();
  #bytes = 0;

  constructor(inner: Invalidation<Query>, options: AnswerRoomOptions) {
    this.#inner = inner;
    this.#options = options;
  }

  /** The query has run: its answer is kept with what it read. */
  set(query: Query, reads: ReadSet): void {
    this.#inner.set(query, reads);
    const { documents, ranges } = reads;
    const text = query.result?.text.length ?? 0;
    this.#count(query, text + documentBytes * documents.size + rangeBytes * ranges.length);
    while (this.#bytes > this.#options.mostBytes) {
      const client = this.#clientOfMost();
      if (client === null) return;
      this.#options.cut(client);
    }
  }

  delete(query: Query): void {
    this.#inner.delete(query);
    this.#count(query, 0);
  }

  match(writes: readonly DocumentWrite[]): Set<Query> {
    return this.#inner.match(writes);
  }

  #count(query: Query, bytes: number): void {
    this.#bytes += bytes - (this.#bytesOf.get(query) ?? 0);
    if (bytes === 0) this.#bytesOf.delete(query);
    else this.#bytesOf.set(query, bytes);
  }

  /**
   * The client with most, of the caller with most. What several callers watch is kept once, and counts to each for a part:
   * nobody is to blame for what all look at. All strangers are one caller.
   */
  #clientOfMost(): LiveClient | null {
    const ofCaller = new Map<string | null, number>();
    const ofClient = new Map<LiveClient, number>();
    for (const [query, bytes] of this.#bytesOf) {
      const clients = new Set([...query.watches].map(({ client }) => client));
      const callers = new Set([...clients].map(({ taker }) => taker));
      const part = bytes / callers.size;
      for (const caller of callers) add(ofCaller, caller, part);
      for (const client of clients) add(ofClient, client, part);
    }
    const caller = largest(ofCaller);
    if (caller === undefined) return null;
    const own = [...ofClient].filter(([{ taker }]) => taker === caller);
    return largest(new Map(own)) ?? null;
  }
}

function add<Key>(sums: Map<Key, number>, key: Key, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function largest<Key>(sums: ReadonlyMap<Key, number>): Key | undefined {
  let found: Key | undefined;
  let most = -1;
  for (const [key, sum] of sums) if (sum > most) [found, most] = [key, sum];
  return found;
}
