import type { OpenJob } from "./state/open-jobs.ts";
import type { MetaDoor } from "./tables/meta-texts.ts";
import type { Catalog } from "./tables/catalog.ts";
import type { Snapshot } from "./transactions/snapshot.ts";
import type { RequestRecord } from "./transactions/request-log.ts";
import type { WriteTransaction } from "./transactions/write-transaction.ts";
import type { Random } from "../values/ids.ts";
import type { Timestamp } from "../values/timestamp.ts";
import type { FlushedCommits } from "./state/layer.ts";

export type DatabaseOptions = {
  path: string;
  /** False for tests that crash nothing: the operating system decides when to write. */
  durable?: boolean;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  random?: Random;
  /** Milliseconds that commits which may wait are held for others to share their flush. */
  heldMs?: number;
};

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
   * or with the pending group whose state it may have read. With `mayWait` the flush is that of the next commit without, if
   * one comes within `heldMs`.
   */
  commit(
    tx: WriteTransaction,
    request?: RequestRecord,
    options?: { mayWait?: boolean },
  ): Promise<Timestamp>;
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
