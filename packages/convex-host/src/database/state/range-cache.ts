import type { Order, Range, Row } from "./state-view.ts";

/**
 * The capacity of the cache in bytes: keys, documents of the rows, and overhead. A read that exceeds it empties the
 * cache first.
 */
const mostBytes = 2 << 20;
/**
 * The size in bytes of the largest cached read. A larger result is a list, which is seldom read twice before it
 * changes.
 */
const largestBytes = 64 << 10;
/** The overhead of a cached read in bytes, besides its key and its rows. */
const readBytes = 256;

/** A read of the first `limit` rows of a range. */
export type RangeRead = Range & { order: Order; limit: number };

/** A cache of the rows that were read from one state of the tables. */
export interface CachedRanges {
  find(read: RangeRead): readonly Row[] | undefined;
  keep(read: RangeRead, rows: readonly Row[]): void;
}

/**
 * A cache of range reads: the tables stay unchanged between two merges of recent commits, and functions read the same
 * few rows in call after call. One cache belongs to one state of the tables; the next state has a new one.
 */
export class RangeCache implements CachedRanges {
  #rows = new Map<string, readonly Row[]>();
  #bytes = 0;

  find(read: RangeRead): readonly Row[] | undefined {
    return this.#rows.get(nameOf(read));
  }

  keep(read: RangeRead, rows: readonly Row[]): void {
    const name = nameOf(read);
    const ownBytes = readBytes + 2 * name.length;
    const bytes = rows.reduce((sum, { document }) => sum + document.size, ownBytes);
    if (bytes > largestBytes) return;
    if (this.#bytes + bytes > mostBytes) {
      this.#rows = new Map();
      this.#bytes = 0;
    }
    this.#rows.set(name, rows);
    this.#bytes += bytes;
  }
}

/** A cache that keeps nothing, for rows that change while they are read. */
export const uncachedRanges: CachedRanges = {
  find: () => undefined,
  keep: () => undefined,
};

/** The cache key of a read. Bounds hold values of callers, so the length of `lower` tells where `upper` begins. */
function nameOf({ index, order, limit, lower, upper }: RangeRead): string {
  return `${index.id} ${order} ${limit} ${lower.length} ${lower}${upper}`;
}
