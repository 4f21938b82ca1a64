import type { BoardRow } from "./board-types.ts";

/**
 * Keeps the objects of rows that an answer brings again unchanged: a page comes as a whole, and what has not changed is
 * not drawn anew.
 */
export class RowKeeper {
  readonly #keptById = new Map<string, { row: BoardRow; text: string }>();
  readonly #seen = new WeakMap<BoardRow, BoardRow>();
  #kept: readonly BoardRow[] | undefined;

  /** The rows that were kept last. */
  get kept(): readonly BoardRow[] | undefined {
    return this.#kept;
  }

  /** The rows, each as the object by which it was known if it says the same; the same list if all do. */
  keep(rows: readonly BoardRow[]): readonly BoardRow[] {
    const kept = rows.map((row) => this.#keepRow(row));
    const last = this.#kept;
    if (kept.length === last?.length && kept.every((row, at) => row === last[at])) return last;
    this.#kept = kept;
    return kept;
  }

  #keepRow(row: BoardRow): BoardRow {
    const seen = this.#seen.get(row);
    if (seen !== undefined) return seen;
    const text = JSON.stringify(row);
    const old = this.#keptById.get(row.unit.id);
    const kept = old?.text === text ? old.row : row;
    this.#keptById.set(row.unit.id, { row: kept, text });
    this.#seen.set(row, kept);
    return kept;
  }
}
