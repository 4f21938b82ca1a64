import type { QueryShare } from "../bounds/query-room.ts";
import type { Limits } from "../bounds/server-limits.ts";
import { parsePath } from "../../wire/function-path.ts";
import type { QueryChange, QueryResult, WatchedQuery } from "../../wire/live-clients.ts";
import type { Failure } from "../../wire/failure.ts";
import type { AddQuery, RemoveQuery } from "./protocol.ts";

type QueryLimits = Pick<Limits, "queriesPerClient" | "queryBytesPerClient" | "unsignedQueryBytes">;

/** The least bytes that a watched query counts: it takes memory on both threads, however short its arguments. */
const leastBytes = 1024;

/** The reason with which a client is disconnected that watches more than it may. */
export const tooManyQueries = "TooManyConcurrentRequests: too many queries";

/** The queries that a client watches, and the room that they take of what all clients share. */
export class QuerySet {
  readonly #room: QueryShare;
  readonly #limits: QueryLimits;
  readonly #kept = new Map<number, { query: WatchedQuery; bytes: number }>();
  #bytes = 0;
  /** True once one of them has a journal, so is paginated. */
  #hasJournals = false;

  constructor(room: QueryShare, limits: QueryLimits) {
    this.#room = room;
    this.#limits = limits;
  }

  get all(): WatchedQuery[] {
    return [...this.#kept.values()].map(({ query }) => query);
  }

  /** The most changes in one message of an anonymous client: those that replace all queries that it may watch. */
  get mostOfStranger(): number {
    return 2 * Math.floor(this.#limits.unsignedQueryBytes / leastBytes);
  }

  /** Keeps the journals that an update gives to the client, for a later function thread. */
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

  /** Makes the changes of one message. A query that the message adds and removes again is never watched. */
  change(
    modifications: readonly (AddQuery | RemoveQuery)[],
    caller: { refusalOf: (path: string) => Failure | null; isSignedIn: boolean },
  ): { add: WatchedQuery[]; remove: number[] } | "in use" | "full" {
    const [add, remove] = [new Map<number, WatchedQuery>(), [] as number[]];
    // Each name is looked up once: a message may add thousands of queries of few names.
    const named = new Map<string, NamedQuery>();
    for (const change of modifications) {
      const { queryId } = change;
      if (change.type === "Remove") {
        if (this.#remove(queryId) && !add.delete(queryId)) remove.push(queryId);
        continue;
      }
      if (this.#kept.has(queryId)) return "in use";
      const { udfPath } = change;
      const name = named.get(udfPath) ?? nameQuery(udfPath, caller.refusalOf(udfPath));
      named.set(udfPath, name);
      const query = watchedQuery(change, name);
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

  /** Adds a query; false when the room of all clients has no place for it. */
  #add(query: WatchedQuery): boolean {
    const { path, args, journal } = query;
    const bytes = leastBytes + path.length + args.length + (journal?.length ?? 0);
    if (!this.#room.take(bytes)) return false;
    this.#bytes += bytes;
    this.#hasJournals ||= journal !== null;
    this.#kept.set(query.queryId, { query, bytes });
    return true;
  }

  /** Removes a query; false when it is not watched. */
  #remove(queryId: number): boolean {
    const bytes = this.#kept.get(queryId)?.bytes ?? 0;
    this.#bytes -= bytes;
    this.#room.giveBack(bytes);
    return this.#kept.delete(queryId);
  }

  /** False when the client watches more than it may. */
  #hasRoom(isSignedIn: boolean): boolean {
    const { queriesPerClient, queryBytesPerClient, unsignedQueryBytes } = this.#limits;
    const mostBytes = isSignedIn ? queryBytesPerClient : unsignedQueryBytes;
    return this.#kept.size <= queriesPerClient && this.#bytes <= mostBytes;
  }
}

/** The path of a query, and the refusal when this caller cannot watch it. */
type NamedQuery = Pick<WatchedQuery, "path" | "refusal">;

function nameQuery(udfPath: string, refusal: WatchedQuery["refusal"]): NamedQuery {
  return { path: parsePath(udfPath) ?? "", refusal };
}

/** A query that a client adds, as the function thread gets it. A refused one keeps its name and has no arguments. */
function watchedQuery(
  { queryId, args, journal }: AddQuery,
  { path, refusal }: NamedQuery,
): WatchedQuery {
  if (refusal !== null) return { refusal, queryId, path, args: "{}", journal: null };
  return { refusal, queryId, path, args, journal: journal ?? null };
}
