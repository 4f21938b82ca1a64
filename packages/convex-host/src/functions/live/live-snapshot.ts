import type { Database } from "../../database/database.ts";
import type { FlushedCommits } from "../../database/state/layer.ts";
import { StorageError } from "../../database/sqlite/driver.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";

/** The snapshot on which live queries run. A later commit replaces it, and so does its loss. */
export class LiveSnapshot {
  readonly #database: Pick<Database, "snapshot" | "latest">;
  /** Commits flushed since the snapshot was opened: they may touch reads that are registered later. */
  #recent: FlushedCommits[] = [];
  #open: Snapshot | null = null;

  constructor(database: Pick<Database, "snapshot" | "latest">) {
    this.#database = database;
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

  onCommit(commit: FlushedCommits): void {
    if (this.#open !== null) this.#recent.push(commit);
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
    this.#recent = [];
  }
}
