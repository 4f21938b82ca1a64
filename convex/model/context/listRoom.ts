import { getDocumentSize } from "convex/values";

/** A function may read and answer 16 MB. A list gets half of that; the rest is for the records around it. */
const listBytes = 8 * 2 ** 20;

type Row = Parameters<typeof getDocumentSize>[0];

/** The bytes that the rows of a list, or of a step, may still take. */
export class ListRoom {
  #left: number;

  constructor(bytes = listBytes) {
    this.#left = bytes;
  }

  /** Counts a row that is read in another way. It may be the one that has no room. */
  count(row: Row): void {
    this.#left -= getDocumentSize(row);
  }

  /** True when a row had no room. */
  get isFull(): boolean {
    return this.#left < 0;
  }

  /** The first rows, up to `most` and as many as there is room for. */
  async take<Taken extends Row>(rows: AsyncIterable<Taken>, most: number): Promise<Taken[]> {
    const taken: Taken[] = [];
    if (this.isFull || most === 0) return taken;
    for await (const row of rows) {
      this.count(row);
      if (this.isFull) break;
      taken.push(row);
      if (taken.length === most) break;
    }
    return taken;
  }
}
