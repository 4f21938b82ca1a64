import type { Order, Range, Row } from "./state-view.ts";

/** Bytes of all reads together, with their names and the documents of their rows; then it begins anew. */
const mostBytes = 2 << 20;
/** More rows at once are a list that is seldom read twice before it changes. */
const largestBytes = 64 << 10;
/** Bytes that count for a read, besides its name and its rows. */
const readBytes = 256;

/** The first rows of a range, up to a number of them. */
export type RangeRead = Range & { order: Order; limit: number };

/** The rows that were read from the tables in one state of theirs. */
export interface CachedRanges {
  find(read: RangeRead): readonly Row[] | undefined;
  keep(read: RangeRead, rows: readonly Row[]): void;
}

/**
 * Keeps what was read of ranges: between two take-overs the tables stay as they are, and functions ask for the same few rows in call
 * after call. One cache holds for one state of the tables; the next state has a new one.
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

/** Rows that change while they are read are read each time. */
export const uncachedRanges: CachedRanges = {
  find: () => undefined,
  keep: () => undefined,
};

/** Keys hold what callers send, so the length of the first tells where the second begins. */
function nameOf({ index, order, limit, lower, upper }: RangeRead): string {
  return `${index.id} ${order} ${limit} ${lower.length} ${lower}${upper}`;
}
