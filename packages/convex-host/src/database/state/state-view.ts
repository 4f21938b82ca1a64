import { afterAllKeys, afterKey, hexToKey, keyToBytes, orderKey } from "../../values/order-key.ts";
import type { ReadStatements } from "../sqlite/statements.ts";
import type { IndexInfo, TableInfo, TableSet } from "../tables/catalog.ts";
import type { Layer, StoredDocument } from "./layer.ts";
import type { CachedRanges, RangeRead } from "./range-cache.ts";

export type Order = "asc" | "desc";

/** A range of one index: lower <= key < upper. */
export type Range = { index: IndexInfo; lower: string; upper: string };

export type Row = { key: string; document: StoredDocument };

/** A cache of the documents of one state on disk. */
export interface CachedDocuments {
  find(id: string): StoredDocument | undefined;
  /** Caches a document that was read from this state. */
  keep(id: string, document: StoredDocument): void;
}

/** One consistent state: the tables on disk with layers over them. The layer closest to the disk comes first. */
export interface StateView {
  readonly statements: ReadStatements;
  /** The cache of documents on disk. */
  readonly cached: CachedDocuments;
  /** The cache of ranges of the tables as they are now. */
  readonly ranges: CachedRanges;
  readonly tables: TableSet;
  readonly layers: readonly Layer[];
}

type StoredRows = Pick<StateView, "statements" | "ranges" | "layers">;

/** A document by id, or null. */
export function readDocument(view: StateView, table: TableInfo, id: string): StoredDocument | null {
  const { layers } = view;
  for (let at = layers.length - 1; at >= 0; at--) {
    const change = layers[at]!.change(id);
    if (change !== undefined) return change.after?.document ?? null;
  }
  return view.cached.find(id) ?? readStored(view, table, id);
}

function readStored(view: StateView, table: TableInfo, id: string): StoredDocument | null {
  const row = view.statements.document.get(table.byId.id, keyToBytes(orderKey(id)));
  if (row === null) return null;
  const document = { rid: row[0] as number, size: row[1] as number, json: row[2] as string };
  view.cached.keep(id, document);
  return document;
}

/** Returns the number of documents in a table. */
export function countDocuments(view: StateView, table: TableInfo): number {
  let count = Number(view.statements.countKeys.get(table.byId.id)?.[0]);
  for (const layer of view.layers) {
    for (const change of layer.changes) {
      if (change.table.number !== table.number) continue;
      count += (change.after === null ? 0 : 1) - (change.before.length === 0 ? 0 : 1);
    }
  }
  return count;
}

const usualFirstBatch = 32;
const largestFirstBatch = 128;
const largestBatch = 512;
const batchBytes = 1 << 20;

/**
 * Walks a range in order. What it yields is the state at its creation: later writes of the same transaction do not
 * change it (the layers are copied; what a flush moves to the disk meanwhile is the same data).
 */
export class RangeCursor {
  readonly #view: StoredRows;
  readonly #order: Order;
  readonly #overlay: [string, StoredDocument | null][];
  #range: Range;
  #overlayAt = 0;
  #batch: readonly Row[] = [];
  #batchAt = 0;
  #batchSize: number;
  #diskDone: boolean;

  constructor(view: StoredRows, range: Range, options: { order: Order; hint?: number }) {
    this.#view = view;
    this.#order = options.order;
    this.#range = range;
    this.#overlay = overlayOf(view.layers, range, options.order);
    this.#batchSize = Math.max(Math.min(options.hint ?? usualFirstBatch, largestFirstBatch), 1);
    this.#diskDone = range.lower >= range.upper;
  }

  next(): Row | null {
    for (;;) {
      const stored = this.#peekDisk();
      const layered = this.#overlay[this.#overlayAt];
      if (layered === undefined) {
        if (stored !== null) this.#batchAt += 1;
        return stored;
      }
      const [key, document] = layered;
      if (stored !== null && this.#isBefore(stored.key, key)) {
        this.#batchAt += 1;
        return stored;
      }
      if (stored?.key === key) this.#batchAt += 1;
      this.#overlayAt += 1;
      if (document !== null) return { key, document };
    }
  }

  #isBefore(left: string, right: string): boolean {
    return this.#order === "asc" ? left < right : left > right;
  }

  #peekDisk(): Row | null {
    if (this.#batchAt < this.#batch.length) return this.#batch[this.#batchAt]!;
    if (this.#diskDone) return null;
    this.#fetch();
    return this.#batch[0] ?? null;
  }

  #fetch(): void {
    const { index, lower, upper } = this.#range;
    this.#batch = readRange(this.#view, {
      ...{ index, lower, upper, order: this.#order, limit: this.#batchSize },
    });
    this.#batchAt = 0;
    const last = this.#batch.at(-1);
    if (last === undefined || this.#batch.length < this.#batchSize) this.#diskDone = true;
    else if (this.#order === "asc") this.#range = { index, lower: afterKey(last.key), upper };
    else this.#range = { index, lower, upper: last.key };
    this.#batchSize = nextBatchSize(this.#batch);
  }
}

function readRange({ statements, ranges }: StoredRows, read: RangeRead): readonly Row[] {
  const known = ranges.find(read);
  if (known !== undefined) return known;
  const { index, lower, upper, order, limit } = read;
  const stored = statements.rows(order === "asc" ? "ASC" : "DESC", {
    ...{ index: index.id, lower: keyToBytes(lower), upper: keyToBytes(upper), limit },
  });
  const rows = stored.map(([key, rid, size, json]) => ({
    key: hexToKey(key),
    document: { rid, size, json },
  }));
  ranges.keep(read, rows);
  return rows;
}

/**
 * The batch size depends on the document size: large documents come in small batches, because a reader may stop early.
 */
function nextBatchSize(batch: readonly Row[]): number {
  const bytes = batch.reduce((sum, row) => sum + row.document.size, 1);
  const fitting = Math.floor((batchBytes * batch.length) / bytes);
  return Math.max(Math.min(batch.length * 4, fitting, largestBatch), 1);
}

function overlayOf(
  layers: readonly Layer[],
  range: Range,
  order: Order,
): [string, StoredDocument | null][] {
  const lists = layers.flatMap((layer) => layer.entries(range.index) ?? []);
  let merged: [string, StoredDocument | null][] = [];
  if (lists.length === 1) {
    lists[0]!.forEachIn(range.lower, range.upper, (key, document) => merged.push([key, document]));
  } else if (lists.length > 1) {
    const byKey = new Map<string, StoredDocument | null>();
    for (const list of lists) {
      list.forEachIn(range.lower, range.upper, (key, document) => byKey.set(key, document));
    }
    merged = [...byKey].sort(([left], [right]) => (left < right ? -1 : 1));
  }
  return order === "asc" ? merged : merged.reverse();
}

/** The range that covers a whole index. */
export function wholeIndex(index: IndexInfo): Range {
  return { index, lower: "", upper: afterAllKeys };
}
