import { afterKey } from "../../values/order-key.ts";
import type { ReadRecorder, KeyRange } from "../reads/read-set.ts";
import {
  RangeCursor,
  type Order,
  type Range,
  type Row,
  type StateView,
} from "../state/state-view.ts";
import type { Usage } from "../reads/usage.ts";

/** The context of a read: the state it sees, the recorder of its read set, and the usage it counts against. */
export type ReadContext = {
  readonly view: StateView;
  readonly recorder: ReadRecorder;
  readonly usage: Usage;
};

/** Walks a range. Its entry in the read set covers the rows that were consumed, not the whole range. */
export class RangeReader {
  readonly #cursor: RangeCursor;
  readonly #range: Range;
  readonly #order: Order;
  readonly #usage: Usage;
  readonly #read: KeyRange;

  constructor(context: ReadContext, range: Range, options: { order: Order; hint?: number }) {
    this.#cursor = new RangeCursor(context.view, range, options);
    this.#range = range;
    this.#order = options.order;
    this.#usage = context.usage;
    const start = options.order === "asc" ? range.lower : range.upper;
    this.#read = { index: range.index.id, lower: start, upper: start };
    context.usage.query();
    context.recorder.range(this.#read);
  }

  next(): Row | null {
    const row = this.#cursor.next();
    if (this.#order === "asc") {
      this.#read.upper = row === null ? this.#range.upper : afterKey(row.key);
    } else {
      this.#read.lower = row === null ? this.#range.lower : row.key;
    }
    if (row !== null) this.#usage.read(row.document.size);
    return row;
  }
}
