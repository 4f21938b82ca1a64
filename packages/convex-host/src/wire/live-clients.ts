import type { Timestamp } from "../values/timestamp.ts";
import type { Identity } from "./caller.ts";
import type { ArgumentsText } from "./commands.ts";
import type { Failure } from "./failure.ts";

export type WatchedQuery = {
  /** The id that the client gave it. */
  queryId: number;
  /** The canonical path of the function; empty when the client sent none. */
  path: string;
  args: ArgumentsText;
  journal: string | null;
  /** The failure that the client gets instead of an answer. The arguments are then left out. */
  refusal: Failure | null;
};

/** Everything that the function thread must know of a client. A new thread gets it again in full. */
export type ClientRegistration = {
  client: number;
  querySet: number;
  identityVersion: number;
  identity: Identity | null;
  /** True when internal functions are open to it. */
  isAdmin: boolean;
  /** The taker of its turns; null for an anonymous client. */
  taker: string | null;
  queries: WatchedQuery[];
  maxObserved: Timestamp | null;
};

export type ClientCommand =
  | { type: "client-open"; registration: ClientRegistration }
  | {
      type: "client-identity";
      client: number;
      version: number;
      identity: Identity | null;
      isAdmin: boolean;
      taker: string | null;
    }
  | {
      type: "client-queries";
      client: number;
      version: number;
      add: WatchedQuery[];
      remove: number[];
    }
  | { type: "client-close"; client: number }
  /** The sockets of these clients took the last update: they may have the next. */
  | { type: "clients-drained"; clients: number[] };

/** One change of one query. `result` is an index into the results of the message; null removes the query. */
export type QueryChange = { queryId: number; result: number | null };

/** The new state of one client, complete: all its queries are valid at `ts`. */
export type ClientUpdate = {
  client: number;
  querySet: number;
  identity: number;
  ts: Timestamp;
  changes: QueryChange[];
};

/** A query's result as the rest of a modification object, after `{"queryId":N,`, and its journal. */
export type QueryResult = { text: string; journal: string | null };
