/** The delay in ms after a failure; it doubles with each further one. */
const REST_MS = 1000;
const LONGEST_REST_MS = 30_000;

/** The delays of operations after failures. */
export class Rests {
  readonly #byId = new Map<string, ReturnType<typeof setTimeout>>();

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Begins the delay of an operation after this many failures in a row, and calls back at its end. */
  begin(id: string, failures: number, over: () => void): void {
    const rest = Math.min(REST_MS * 2 ** (failures - 1), LONGEST_REST_MS);
    const end = () => {
      this.#byId.delete(id);
      over();
    };
    this.#byId.set(id, setTimeout(end, rest));
  }

  /** Ends all delays. */
  end(): void {
    for (const rest of this.#byId.values()) clearTimeout(rest);
    this.#byId.clear();
  }
}
