import type { JsonObject } from "../values/json.ts";
import type { OpenJob } from "./open-jobs.ts";

/** A committed moment: nanoseconds since the epoch, strictly increasing over commits, restarts and clock steps. */
export type Timestamp = bigint;

export interface MetaDoor {
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
  /** The text with this name; made on first use. */
  getOrMake(name: string, make: () => string): string;
}

/** The store of one deployment: one SQLite file, one writer at a time, any number of snapshots. */
export interface Database {
  /** The last commit that is on disk. */
  readonly latest: Timestamp;
  /** The tables and indexes in force. */
  readonly catalog: Catalog;
  /** The app's own tables, by name. */
  userTables(): { name: string; number: number }[];
  /**
   * Takes over the schema (JSON text of `schema.export()`): gives every table its number, checks existing documents,
   * fills new indexes. Throws an error that names the first offending document and changes nothing.
   */
  applySchema(schemaJson: string): void;
  /** A read-only view at `latest` on a connection of its own; the caller closes it. */
  snapshot(): Snapshot;
  /** The view of one mutation: sees every commit, also those whose flush is pending. At most one is open at a time. */
  begin(options: { nowMs: number }): WriteTransaction;
  /**
   * Commits: the writes are visible to the next `begin` at once and to `snapshot` when flushed; the promise resolves
   * with the timestamp after the flush (commits that arrive together share it), and rejects when the disk refused,
   * in which case none of the group happened. A transaction without writes and without a request record resolves at once,
   * or with the pending group whose state it may have read.
   */
  commit(tx: WriteTransaction, request?: RequestRecord): Promise<Timestamp>;
  /** Throws the writes away. */
  rollback(tx: WriteTransaction): void;
  /** Called after each flush, in order, before the promises of its commits resolve. Returns the unsubscriber. */
  onCommit(listener: (commit: FlushedCommits) => void): () => void;
  /** Small named texts of the host itself (keys, settings); outside of Convex's tables. */
  readonly meta: MetaDoor;
  /** Never below this from now on (a client has seen a later time than a restored backup knows). */
  advanceTo(ts: Timestamp): void;
  /**
   * Removes at most so many request records from before a time, oldest first, and of newer ones the long answers from before
   * another; how many there were.
   */
  forgetRequests(before: { ms: number; largeMs: number }, limit: number): number;
  /** At most so many of the scheduled functions that are not over, behind a position, as they are on disk. */
  openJobs(after: number, limit: number): OpenJob[];
  close(): void;
}

export interface Catalog {
  tableNumber(name: string): number | null;
  tableName(number: number): string | null;
}

/** Holds one consistent state until closed. Many query executions may read it, one after another or interleaved. */
export interface Snapshot {
  readonly ts: Timestamp;
  begin(options: { nowMs: number; journal?: string | null }): ReadTransaction;
  close(): void;
}

/** What one query execution (with everything it nests) reads. Results are JSON text of encoded values, ready for a syscall answer. */
export interface ReadTransaction {
  readonly ts: Timestamp;
  readonly reads: ReadSet;
  /** The journal of a paginated query after the run, null when nothing was paginated. */
  readonly journal: string | null;
  get(args: { id: string; table?: string; isSystem: boolean }): string | null;
  normalizeId(args: { table: string; idString: string }): string | null;
  queryStream(query: JsonObject): number;
  queryStreamNext(queryId: number): { value: string | null; done: boolean };
  queryCleanup(queryId: number): boolean;
  /** JSON text of `{page, isDone, continueCursor, splitCursor, pageStatus}`. */
  queryPage(args: PageArgs): string;
  count(table: string): number;
  metrics(): Record<MetricName, { used: number; remaining: number }>;
  /** For `snapshotQuery`: a view of the state at begin that does not add to the read set. */
  staleView(): ReadTransaction;
}

export type PageArgs = {
  query: JsonObject;
  cursor: string | null;
  endCursor?: string | null;
  pageSize: number;
  maximumRowsRead?: number;
  maximumBytesRead?: number;
};

export type MetricName =
  | "bytesRead"
  | "bytesWritten"
  | "databaseQueries"
  | "documentsRead"
  | "documentsWritten"
  | "functionsScheduled"
  | "scheduledFunctionArgsBytes";

/** What one mutation execution reads and writes. Writes stay in memory until `Database.commit`. */
export interface WriteTransaction extends ReadTransaction {
  insert(table: string, value: JsonObject): string;
  /** Shallow merge; `{"$undefined":null}` at the top level removes a field. Returns the document's JSON text. */
  patch(args: { id: string; value: JsonObject; table?: string }): string;
  replace(args: { id: string; value: JsonObject; table?: string }): string;
  remove(args: { id: string; table?: string }): string;
  /** The host's own writes to `_storage` and `_scheduled_functions` (no schema check, `_` tables allowed). */
  readonly system: {
    insert(table: SystemTable, value: JsonObject): string;
    patch(id: string, value: JsonObject): void;
    remove(id: string): void;
  };
  /** Counts one scheduled function against the limits; throws when over. */
  countScheduled(argsBytes: number): void;
  /** Opens a sub-transaction (nested mutation); close innermost first. */
  enterNested(): void;
  leaveNested(outcome: "keep" | "discard"): void;
  /** The remembered answer of a request that was already carried out, also when its flush is still pending. */
  findRequest(sessionId: string, requestId: number): FoundRequest | null;
  readonly hasWrites: boolean;
}

export type SystemTable = "_storage" | "_scheduled_functions";

/** What is remembered of a request; its result is null when it was long and is not kept any more. */
export type FoundRequest = Omit<RequestRecord, "result"> & {
  result: string | null;
  ts: Timestamp;
  flushed: Promise<void>;
};

/** The answer of one mutation, kept in its own transaction so that a resend gets the first result. */
export type RequestRecord = {
  sessionId: string;
  requestId: number;
  /** tokenIdentifier of the caller, "" when anonymous. */
  caller: string;
  result: string;
  logLines: string[];
};

/** What one execution depended on. Keys are binary strings (one char per byte), so `<` is byte order. */
export interface ReadSet {
  readonly documents: ReadonlySet<string>;
  readonly ranges: readonly KeyRange[];
}

export type KeyRange = { index: number; lower: string; upper: string | null };

/** Commits of one flush, oldest first. */
export type FlushedCommits = { ts: Timestamp; writes: readonly DocumentWrite[] };

/** One document's change: its id, its table, and its keys before and after in every index of the table. */
export type DocumentWrite = {
  id: string;
  table: string;
  before: readonly IndexKey[];
  after: readonly IndexKey[];
};
export type IndexKey = { index: number; key: string };

/** Which subscriptions does a write concern? Exact: by document id and by index key range. */
export interface Invalidation<Token> {
  set(token: Token, reads: ReadSet): void;
  delete(token: Token): void;
  match(writes: readonly DocumentWrite[]): Set<Token>;
}
