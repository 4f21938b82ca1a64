import { getDocumentSize } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";

/** The limits of a page, in rows and bytes. Below them a query can still read the tasks of one more unit. */
const maxRows = 3000;
const maxBytes = 4 * 2 ** 20;

/** The counter of the rows that a page has read; it knows when the page is full. */
export class Reading {
  #rows = 0;
  #bytes = 0;

  add(row: Doc<"projects"> | Doc<"units"> | Doc<"tasks"> | Doc<"timeEntries">): void {
    this.#rows += 1;
    this.#bytes += getDocumentSize(row);
  }

  get isFull(): boolean {
    return this.#rows >= maxRows || this.#bytes >= maxBytes;
  }
}
