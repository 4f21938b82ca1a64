import type { Invalidation } from "../../database/reads/invalidation.ts";
import type { ReadSet } from "../../database/reads/read-set.ts";
import type { DocumentWrite } from "../../database/state/layer.ts";
import { AnswerShares } from "./answer-shares.ts";
import type { LiveClient } from "./live-client.ts";
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
  readonly #shares = new AnswerShares();
  #bytes = 0;

  constructor(inner: Invalidation<Query>, options: AnswerRoomOptions) {
    this.#inner = inner;
    this.#options = options;
  }

  /** The client watches the query, perhaps once more: it has a part of the answer. */
  join(query: Query, client: LiveClient): void {
    this.#shares.join(query, client);
  }

  /** One of the client's watches of the query has ended. */
  leave(query: Query, client: LiveClient): void {
    this.#shares.leave(query, client);
  }

  /** A client that watches the query is another caller's now. */
  passOn(query: Query, callers: { from: string | null; to: string | null }): void {
    this.#shares.passOn(query, callers);
  }

  /** The query has run: its answer is kept with what it read. */
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
