import { getDocumentSize } from "convex/values";

/** A function may read and answer 16 MB. A list gets half of that; the rest is for the records around it. */
const listBytes = 8 * 2 ** 20;

/** The bytes that the rows of a list may still take. */
export class ListRoom {
  #left = listBytes;

  /** The bytes that are taken, with those of a row that had no room. */
  get used(): number {
    return listBytes - this.#left;
  }

  /** The first rows, up to `most` and as many as there is room for. */
  async take<Row extends Parameters<typeof getDocumentSize>[0]>(
    rows: AsyncIterable<Row>,
    most: number,
  ): Promise<Row[]> {
    const taken: Row[] = [];
    if (this.#left < 0) return taken;
    for await (const row of rows) {
      this.#left -= getDocumentSize(row);
      if (this.#left < 0) break;
      taken.push(row);
      if (taken.length === most) break;
    }
    return taken;
  }
}
