import type { ReadStatements } from "../sqlite/statements.ts";
import type { TableSet } from "../tables/catalog.ts";
import type { CursorCodec } from "../queries/cursor.ts";
import type { Layer } from "../state/layer.ts";
import { StateReader, type ReadTransaction } from "./read-transaction.ts";
import { RecordedReads } from "../reads/read-set.ts";
import type { CachedRanges } from "../state/range-cache.ts";
import type { CachedDocuments, StateView } from "../state/state-view.ts";
import { Usage } from "../reads/usage.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/** Holds one consistent state until closed. Many query executions may read it, one after another or interleaved. */
export interface Snapshot {
  readonly ts: Timestamp;
  /** True once the pool has ended the state, because too much was written meanwhile. Each later read fails. */
  readonly isLost: boolean;
  begin(options: { nowMs: number; journal?: string | null }): ReadTransaction;
  close(): void;
}

const closedText = "The snapshot is closed";
const lostText =
  "So much was written meanwhile that the state which was read could not be held any longer. Ask again.";

/** One committed state: a read transaction on a connection, and the layers above its tables. */
export class DiskSnapshot implements Snapshot {
  readonly ts: Timestamp;
  readonly #codec: CursorCodec;
  readonly #release: () => void;
  readonly #view: SnapshotView;
  #isLost = false;

  constructor(parts: {
    ts: Timestamp;
    statements: ReadStatements;
    layers: readonly Layer[];
    cached: CachedDocuments;
    ranges: CachedRanges;
    tables: TableSet;
    codec: CursorCodec;
    release: () => void;
  }) {
    this.ts = parts.ts;
    this.#codec = parts.codec;
    this.#release = parts.release;
    this.#view = new SnapshotView(parts);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Closes the view without a release: the pool has ended the state itself. */
  lose(): void {
    this.#isLost = this.#view.close(lostText);
  }

  begin(options: { nowMs: number; journal?: string | null }): ReadTransaction {
    return new StateReader({
      ts: this.ts,
      view: this.#view,
      reads: new RecordedReads(),
      usage: new Usage(),
      codec: this.#codec,
      journal: options.journal ?? null,
    });
  }

  close(): void {
    if (this.#view.close()) this.#release();
  }
}

class SnapshotView implements StateView {
  readonly #layers: readonly Layer[];
  readonly #cached: CachedDocuments;
  readonly ranges: CachedRanges;
  readonly #tables: TableSet;
  #statements: ReadStatements | null;
  #endText = closedText;

  constructor(parts: {
    statements: ReadStatements;
    layers: readonly Layer[];
    cached: CachedDocuments;
    ranges: CachedRanges;
    tables: TableSet;
  }) {
    this.#layers = parts.layers;
    this.#statements = parts.statements;
    this.#cached = parts.cached;
    this.ranges = parts.ranges;
    this.#tables = parts.tables;
  }

  get statements(): ReadStatements {
    if (this.#statements === null) throw new Error(this.#endText);
    return this.#statements;
  }

  get layers(): readonly Layer[] {
    if (this.#statements === null) throw new Error(this.#endText);
    return this.#layers;
  }

  get cached(): CachedDocuments {
    if (this.#statements === null) throw new Error(this.#endText);
    return this.#cached;
  }

  get tables(): TableSet {
    return this.#tables;
  }

  /** Closes the view. True the first time only. */
  close(text = closedText): boolean {
    const wasOpen = this.#statements !== null;
    if (wasOpen) this.#endText = text;
    this.#statements = null;
    return wasOpen;
  }
}
