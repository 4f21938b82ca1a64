import type { Limits } from "../bounds/server-limits.ts";
import type { WatchedQuery } from "../../wire/live-clients.ts";
import type { AddQuery } from "./protocol.ts";
import type { Store } from "./store.ts";
import { watchedQuery } from "./watched-query.ts";

type QueryLimits = Pick<Limits, "queriesPerClient" | "queryBytesPerClient" | "unsignedQueryBytes">;

/** However short its arguments, a query that is watched takes so much on both threads. */
const leastBytes = 1024;

/** The queries that a client watches, and the room that they take of what all clients share. */
export class QuerySet {
  readonly #store: Store;
  readonly #limits: QueryLimits;
  readonly #kept = new Map<number, { query: WatchedQuery; bytes: number }>();
  #bytes = 0;

  constructor(store: Store, limits: QueryLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** False when there are more than a client may watch. */
  hasRoom(isSignedIn: boolean): boolean {
    const { queriesPerClient, queryBytesPerClient, unsignedQueryBytes } = this.#limits;
    const mostBytes = isSignedIn ? queryBytesPerClient : unsignedQueryBytes;
    return this.#kept.size <= queriesPerClient && this.#bytes <= mostBytes;
  }

  get all(): WatchedQuery[] {
    return [...this.#kept.values()].map(({ query }) => query);
  }

  get(queryId: number): WatchedQuery | undefined {
    return this.#kept.get(queryId)?.query;
  }

  /** Null when there is no room for it. */
  add(added: AddQuery, refusal: WatchedQuery["refusal"]): WatchedQuery | null {
    const query = watchedQuery(added, refusal);
    const { path, args, journal } = query;
    const bytes = leastBytes + path.length + args.length + (journal?.length ?? 0);
    if (!this.#store.take(bytes)) return null;
    this.#bytes += bytes;
    this.#kept.set(query.queryId, { query, bytes });
    return query;
  }

  /** False when it is not watched. */
  remove(queryId: number): boolean {
    const bytes = this.#kept.get(queryId)?.bytes ?? 0;
    this.#bytes -= bytes;
    this.#store.giveBack(bytes);
    return this.#kept.delete(queryId);
  }

  clear(): void {
    this.#store.giveBack(this.#bytes);
    this.#bytes = 0;
    this.#kept.clear();
  }
}
