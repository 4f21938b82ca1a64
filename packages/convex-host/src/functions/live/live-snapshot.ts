import type { Database } from "../../database/database.ts";
import type { FlushedCommits } from "../../database/state/layer.ts";
import { StorageError } from "../../database/sqlite/driver.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";

/** The time in milliseconds after which opening a snapshot is tried again. */
const unreadableMs = 250;

type LiveSnapshotOptions = {
  database: Pick<Database, "snapshot" | "latest">;
  /** Runs work after this time. */
  after: (ms: number, work: () => void) => void;
};

/** The snapshot on which live queries run. A later commit replaces it, and so does its loss. */
export class LiveSnapshot {
  readonly #database: LiveSnapshotOptions["database"];
  readonly #after: LiveSnapshotOptions["after"];
  /** Commits flushed since the snapshot was opened: they may touch reads that are registered later. */
  #recent: FlushedCommits[] = [];
  #open: Snapshot | null = null;

  constructor({ database, after }: LiveSnapshotOptions) {
    this.#database = database;
    this.#after = after;
  }

  /** The commits since the open snapshot. */
  get recent(): readonly FlushedCommits[] {
    return this.#recent;
  }

  /** Null when the database cannot be opened now, for example because no file descriptor is left. */
  latest(): Snapshot | null {
    const open = this.#open;
    if (open !== null && (open.isLost || open.ts < this.#database.latest)) this.close();
    try {
      return (this.#open ??= this.#database.snapshot());
    } catch (error) {
      if (error instanceof StorageError) return null;
      throw error;
    }
  }

  /** Resolves when opening a snapshot may be tried again. */
  async nextTry(): Promise<void> {
    await new Promise<void>((resolve) => this.#after(unreadableMs, resolve));
  }

  onCommit(commit: FlushedCommits): void {
    if (this.#open !== null) this.#recent.push(commit);
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
    this.#recent = [];
  }
}
