import type { Timestamp } from "../values/timestamp.ts";
import type { Identity } from "./caller.ts";
import type { ArgumentsText } from "./commands.ts";
import type { Failure } from "./failure.ts";

export type WatchedQuery = {
  /** The client's number for it. */
  queryId: number;
  /** The function's one path; empty when what the client sent is none. */
  path: string;
  args: ArgumentsText;
  journal: string | null;
  /** Says why the client gets no answer: then there are no arguments here. */
  refusal: Failure | null;
};

/** All the function thread must know of a client; sent again in full to a new thread. */
export type ClientRegistration = {
  client: number;
  querySet: number;
  identityVersion: number;
  identity: Identity | null;
  /** Internal functions are open to it. */
  isAdmin: boolean;
  /** Whose turns it has; nobody's own for strangers. */
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
  /** These clients' sockets took the last update; they may have the next. */
  | { type: "clients-drained"; clients: number[] };

/** One change of one query: `result` points into the results of the message. Null removes it. */
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
