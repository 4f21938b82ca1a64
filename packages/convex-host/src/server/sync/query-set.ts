import type { QueryShare } from "../bounds/query-room.ts";
import type { Limits } from "../bounds/server-limits.ts";
import { parsePath } from "../../wire/function-path.ts";
import type { QueryChange, QueryResult, WatchedQuery } from "../../wire/live-clients.ts";
import type { Failure } from "../../wire/failure.ts";
import type { AddQuery, RemoveQuery } from "./protocol.ts";

type QueryLimits = Pick<Limits, "queriesPerClient" | "queryBytesPerClient" | "unsignedQueryBytes">;

/** However short its arguments, a query that is watched takes so much on both threads. */
const leastBytes = 1024;

/** The reason with which a client is sent away that watches more than it may. */
export const tooManyQueries = "TooManyConcurrentRequests: too many queries";

/** The queries that a client watches, and the room that they take of what all clients share. */
export class QuerySet {
  readonly #room: QueryShare;
  readonly #limits: QueryLimits;
  readonly #kept = new Map<number, { query: WatchedQuery; bytes: number }>();
  #bytes = 0;
  /** One of them is paged. */
  #hasJournals = false;

  constructor(room: QueryShare, limits: QueryLimits) {
    this.#room = room;
    this.#limits = limits;
  }

  get all(): WatchedQuery[] {
    return [...this.#kept.values()].map(({ query }) => query);
  }

  /** The changes of one message with which a stranger replaces all queries that one may watch. */
  get mostOfStranger(): number {
    return 2 * Math.floor(this.#limits.unsignedQueryBytes / leastBytes);
  }

  /** Keeps the ends of pages that an update tells the client, for a thread that comes after this one. */
  keepJournals(changes: readonly QueryChange[], results: readonly QueryResult[]): void {
    for (const { queryId, result } of changes) {
      if (result === null) continue;
      const journal = results[result]?.journal ?? null;
      this.#hasJournals ||= journal !== null;
      if (!this.#hasJournals) continue;
      const query = this.#kept.get(queryId)?.query;
      if (query !== undefined) query.journal = journal;
    }
  }

  /** Carries out the changes of one message. What it adds and removes again is watched by nobody. */
  change(
    modifications: readonly (AddQuery | RemoveQuery)[],
    caller: { refusalOf: (path: string) => Failure | null; isSignedIn: boolean },
  ): { add: WatchedQuery[]; remove: number[] } | "in use" | "full" {
    const [add, remove] = [new Map<number, WatchedQuery>(), [] as number[]];
    for (const change of modifications) {
      const { queryId } = change;
      if (change.type === "Remove") {
        if (this.#remove(queryId) && !add.delete(queryId)) remove.push(queryId);
        continue;
      }
      if (this.#kept.has(queryId)) return "in use";
      const query = watchedQuery(change, caller.refusalOf(change.udfPath));
      if (!this.#add(query) || !this.#hasRoom(caller.isSignedIn)) return "full";
      add.set(queryId, query);
    }
    return { add: [...add.values()], remove };
  }

  clear(): void {
    this.#room.giveBack(this.#bytes);
    this.#bytes = 0;
    this.#kept.clear();
  }

  /** False when there is no room for it among those of all clients. */
  #add(query: WatchedQuery): boolean {
    const { path, args, journal } = query;
    const bytes = leastBytes + path.length + args.length + (journal?.length ?? 0);
    if (!this.#room.take(bytes)) return false;
    this.#bytes += bytes;
    this.#hasJournals ||= journal !== null;
    this.#kept.set(query.queryId, { query, bytes });
    return true;
  }

  /** False when it is not watched. */
  #remove(queryId: number): boolean {
    const bytes = this.#kept.get(queryId)?.bytes ?? 0;
    this.#bytes -= bytes;
    this.#room.giveBack(bytes);
    return this.#kept.delete(queryId);
  }

  /** False when there are more than a client may watch. */
  #hasRoom(isSignedIn: boolean): boolean {
    const { queriesPerClient, queryBytesPerClient, unsignedQueryBytes } = this.#limits;
    const mostBytes = isSignedIn ? queryBytesPerClient : unsignedQueryBytes;
    return this.#kept.size <= queriesPerClient && this.#bytes <= mostBytes;
  }
}

/** A query that a client adds, as the function thread learns of it. Of a refused one the name is kept and no arguments. */
function watchedQuery(
  { queryId, udfPath, args, journal }: AddQuery,
  refusal: WatchedQuery["refusal"],
): WatchedQuery {
  const named = { refusal, queryId, path: parsePath(udfPath) ?? "" };
  if (refusal !== null) return { ...named, args: "{}", journal: null };
  return { ...named, args, journal: journal ?? null };
}
