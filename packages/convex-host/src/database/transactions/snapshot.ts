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
  begin(options: { nowMs: number; journal?: string | null }): ReadTransaction;
  close(): void;
}

const closedText = "The snapshot is closed";

/** One committed state: a read transaction on a connection, and the layers above its tables. */
export class DiskSnapshot implements Snapshot {
  readonly ts: Timestamp;
  readonly #codec: CursorCodec;
  readonly #release: () => void;
  readonly #view: SnapshotView;

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
    if (this.#statements === null) throw new Error(closedText);
    return this.#statements;
  }

  get layers(): readonly Layer[] {
    if (this.#statements === null) throw new Error(closedText);
    return this.#layers;
  }

  get cached(): CachedDocuments {
    if (this.#statements === null) throw new Error(closedText);
    return this.#cached;
  }

  get tables(): TableSet {
    return this.#tables;
  }

  /** Closes the view. True the first time only. */
  close(): boolean {
    const wasOpen = this.#statements !== null;
    this.#statements = null;
    return wasOpen;
  }
}
