import type { OpenJob } from "./state/open-jobs.ts";
import type { MetaDoor } from "./tables/meta-texts.ts";
import type { Catalog } from "./tables/catalog.ts";
import type { Snapshot } from "./transactions/snapshot.ts";
import type { LogLimits } from "./transactions/log-bound.ts";
import type { RequestRecord } from "./transactions/request-log.ts";
import type { WriteTransaction } from "./transactions/write-transaction.ts";
import type { Random } from "../values/ids.ts";
import type { Timestamp } from "../values/timestamp.ts";
import type { FlushedCommits } from "./state/layer.ts";

export type DatabaseOptions = {
  path: string;
  /** False lets the operating system decide when to write: for tests that crash nothing. */
  durable?: boolean;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  random?: Random;
  /** The time in milliseconds for which a commit with `mayWait` is held, so that later commits share its flush. */
  heldMs?: number;
  logLimits?: Partial<LogLimits>;
};

/** The store of one deployment: one SQLite file, one writer at a time, any number of snapshots. */
export interface Database {
  /** The timestamp of the last commit that is on disk. */
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
  /** A read-only view at `latest`. The caller closes it. It is lost when too much is written meanwhile (`isLost`). */
  snapshot(): Snapshot;
  /** The view of one mutation: sees every commit, also those whose flush is pending. At most one is open at a time. */
  begin(options: { nowMs: number }): WriteTransaction;
  /**
   * Commits a transaction. The next `begin` sees the writes at once, `snapshot` sees them after the flush. Commits that
   * arrive together share one flush. The promise resolves with the timestamp after the flush. It rejects when the disk
   * refused, and then no commit of the group happened. A transaction without writes and without a request record
   * resolves at once, or with the pending group whose state it may have read. With `mayWait` the flush waits up to
   * `heldMs` for a commit without `mayWait`.
   */
  commit(
    tx: WriteTransaction,
    request?: RequestRecord,
    options?: { mayWait?: boolean },
  ): Promise<Timestamp>;
  /** Discards the writes of a transaction. Returns the refusal of the commits on which it stood; null without one. */
  rollback(tx: WriteTransaction): Error | null;
  /**
   * Adds a listener that is called after each flush, in order, before the promises of its commits resolve. Returns the
   * function that removes it.
   */
  onCommit(listener: (commit: FlushedCommits) => void): () => void;
  /** Small named texts of the host itself (keys, settings); outside of Convex's tables. */
  readonly meta: MetaDoor;
  /**
   * Raises the clock: every later commit has a timestamp above `ts`. A client may have seen a later time than a
   * restored backup knows.
   */
  advanceTo(ts: Timestamp): void;
  /**
   * Removes at most `limit` request records: long answers from before `largeMs`, then records from before `ms`, oldest
   * first. A result of `limit` means that there may be more.
   */
  forgetRequests(before: { ms: number; largeMs: number }, limit: number): number;
  /** At most `limit` scheduled functions that are pending or running, after a position, as they are on disk. */
  openJobs(after: number, limit: number): OpenJob[];
  close(): void;
}
