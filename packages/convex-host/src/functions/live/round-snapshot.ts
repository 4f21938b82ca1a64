import type { Timestamp } from "../../values/timestamp.ts";
import type { FlushedCommits } from "../../database/state/layer.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";

type SnapshotSource = { snapshot: () => Snapshot; readonly latest: Timestamp };

/** The snapshot of the slices until there is a later commit. */
export class RoundSnapshot {
  readonly #database: SnapshotSource;
  #snapshot: Snapshot | null = null;
  /** Commits flushed since the snapshot was opened: they may concern reads registered meanwhile. */
  #recent: FlushedCommits[] = [];

  constructor(database: SnapshotSource) {
    this.#database = database;
  }

  get recent(): readonly FlushedCommits[] {
    return this.#recent;
  }

  committed(commit: FlushedCommits): void {
    if (this.#snapshot !== null) this.#recent.push(commit);
  }

  latest(): Snapshot {
    if (this.#snapshot !== null && this.#snapshot.ts < this.#database.latest) this.close();
    this.#snapshot ??= this.#database.snapshot();
    return this.#snapshot;
  }

  close(): void {
    this.#snapshot?.close();
    this.#snapshot = null;
    this.#recent = [];
  }
}
