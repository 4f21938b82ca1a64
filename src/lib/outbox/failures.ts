/** The number of unexpected failures that count as a refusal; fewer may be a passing fault of the server. */
export const PATIENCE = 3;

/** The failures of an operation in a row: of all kinds, and those that neither the line nor the disk explains. */
interface InARow {
  all: number;
  unexplained: number;
}

/** The failures of each operation since its last success. */
export class Failures {
  readonly #byId = new Map<string, InARow>();

  /** Counts one more. */
  add(id: string, { isExplained }: { isExplained: boolean }): InARow {
    const { all, unexplained } = this.#byId.get(id) ?? { all: 0, unexplained: 0 };
    const inARow = { all: all + 1, unexplained: unexplained + (isExplained ? 0 : 1) };
    this.#byId.set(id, inARow);
    return inARow;
  }

  forget(id: string): void {
    this.#byId.delete(id);
  }
}
