import { getDocumentSize } from "convex/values";

/** A function may read and answer 16 MB. A list gets half of that; the rest is for the records around it. */
const listBytes = 8 * 2 ** 20;

/** The bytes that the rows of a list may still take. */
export class ListRoom {
  readonly #bytes: number;
  #left: number;

  constructor(bytes = listBytes) {
    this.#bytes = bytes;
    this.#left = bytes;
  }

  /** The bytes that are taken, with those of a row that had no room. */
  get used(): number {
    return this.#bytes - this.#left;
  }

  /** True when a row had no room. */
  get isFull(): boolean {
    return this.#left < 0;
  }

  /** The first rows, up to `most` and as many as there is room for. */
  async take<Row extends Parameters<typeof getDocumentSize>[0]>(
    rows: AsyncIterable<Row>,
    most: number,
  ): Promise<Row[]> {
    const taken: Row[] = [];
    if (this.#left < 0 || most === 0) return taken;
    for await (const row of rows) {
      this.#left -= getDocumentSize(row);
      if (this.#left < 0) break;
      taken.push(row);
      if (taken.length === most) break;
    }
    return taken;
  }
}
