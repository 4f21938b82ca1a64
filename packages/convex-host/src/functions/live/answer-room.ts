import type { Invalidation } from "../../database/reads/invalidation.ts";
import type { ReadSet } from "../../database/reads/read-set.ts";
import type { DocumentWrite } from "../../database/state/layer.ts";
import { AnswerShares } from "./answer-shares.ts";
import type { LiveClient } from "./live-client.ts";
import type { LiveQuery } from "./live-query.ts";

type Query = LiveQuery<LiveClient>;

/** The approximate bytes of one document, and of one range, in a read set and in the index of read sets. */
const documentBytes = 100;
const rangeBytes = 200;

export type AnswerRoomOptions = {
  mostBytes: number;
  /** Ends a client and its watches. */
  cut: (client: LiveClient) => void;
};

/**
 * The memory bound of all live queries: their answers and read sets. Each client has a bound for its arguments, but a
 * short query may have a long answer. Above the bound, the caller with the most bytes loses its largest client.
 */
export class AnswerRoom implements Invalidation<Query> {
  readonly #inner: Invalidation<Query>;
  readonly #options: AnswerRoomOptions;
  readonly #shares = new AnswerShares();
  #bytes = 0;

  constructor(inner: Invalidation<Query>, options: AnswerRoomOptions) {
    this.#inner = inner;
    this.#options = options;
  }

  /** Adds a watch of the client on the query. The client is charged a part of the answer. */
  join(query: Query, client: LiveClient): void {
    this.#shares.join(query, client);
  }

  /** Ends one watch of the client on the query. */
  leave(query: Query, client: LiveClient): void {
    this.#shares.leave(query, client);
  }

  /** A client that watches the query changes its caller. */
  passOn(query: Query, callers: { from: string | null; to: string | null }): void {
    this.#shares.passOn(query, callers);
  }

  /** Stores what a query read in its run, and counts its answer. Cuts clients while the sum is above the bound. */
  set(query: Query, reads: ReadSet): void {
    this.#inner.set(query, reads);
    const { documents, ranges } = reads;
    const text = query.result?.text.length ?? 0;
    const bytes = text + documentBytes * documents.size + rangeBytes * ranges.length;
    this.#bytes += this.#shares.set(query, bytes);
    while (this.#bytes > this.#options.mostBytes) {
      const client = this.#shares.clientOfMost();
      if (client === null) return;
      this.#options.cut(client);
    }
  }

  delete(query: Query): void {
    this.#inner.delete(query);
    this.#bytes += this.#shares.set(query, 0);
  }

  match(writes: readonly DocumentWrite[]): Set<Query> {
    return this.#inner.match(writes);
  }
}
