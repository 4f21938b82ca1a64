import type { Database } from "../../database/database.ts";
import type { FlushedCommits } from "../../database/state/layer.ts";
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

  latest(): Snapshot {
    const open = this.#open;
    if (open !== null && (open.isLost || open.ts < this.#database.latest)) this.close();
    return (this.#open ??= this.#database.snapshot());
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
