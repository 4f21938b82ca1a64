import { afterKey, orderKey } from "../../values/order-key.ts";
import { tableNamesIndex } from "../tables/catalog.ts";

/**
 * The documents and key ranges that one execution depended on. Keys are binary strings (one char per byte), so `<` is
 * byte order.
 */
export interface ReadSet {
  readonly documents: ReadonlySet<string>;
  readonly ranges: readonly KeyRange[];
}

export type KeyRange = { index: number; lower: string; upper: string | null };

/** Collects what one execution reads. */
export interface ReadRecorder {
  document(id: string): void;
  /** Records a range. The caller may still widen the object while it reads on. */
  range(range: KeyRange): void;
  /** Records a read of a table that does not exist. */
  missingTable(name: string): void;
}

/** The read set of one execution, as it grows. */
export class RecordedReads implements ReadSet, ReadRecorder {
  readonly documents = new Set<string>();
  readonly ranges: KeyRange[] = [];

  document(id: string): void {
    this.documents.add(id);
  }

  range(range: KeyRange): void {
    this.ranges.push(range);
  }

  missingTable(name: string): void {
    this.ranges.push(tableNameRange(name));
  }
}

/** A recorder that drops every read. */
export const unrecordedReads: ReadRecorder & ReadSet = {
  documents: new Set<string>(),
  ranges: [],
  document() {},
  range() {},
  missingTable() {},
};

/** The key that appears when a table with this name does. */
export function tableNameKey(name: string): { index: number; key: string } {
  return { index: tableNamesIndex, key: orderKey(name) };
}

function tableNameRange(name: string): KeyRange {
  const { index, key } = tableNameKey(name);
  return { index, lower: key, upper: afterKey(key) };
}
