/** Values by key, in key order; small enough to live in two arrays. */
export class SortedEntries<Value> {
  readonly #keys: string[];
  readonly #values: Value[];

  /** `entries` may come in any order, and no key occurs twice. */
  constructor(entries: [key: string, value: Value][] = []) {
    const sorted = entries.sort(([left], [right]) => (left < right ? -1 : 1));
    this.#keys = sorted.map(([key]) => key);
    this.#values = sorted.map(([, value]) => value);
  }

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): Value | undefined {
    const at = this.#position(key);
    return this.#keys[at] === key ? this.#values[at] : undefined;
  }

  set(key: string, value: Value): void {
    const at = this.#position(key);
    if (this.#keys[at] === key) {
      this.#values[at] = value;
      return;
    }
    this.#keys.splice(at, 0, key);
    this.#values.splice(at, 0, value);
  }

  /** Calls back for each entry with lower <= key < upper, in order. */
  forEachIn(lower: string, upper: string, visit: (key: string, value: Value) => void): void {
    for (let at = this.#position(lower); at < this.#keys.length; at++) {
      const key = this.#keys[at]!;
      if (key >= upper) return;
      visit(key, this.#values[at]!);
    }
  }

  /** The first position whose key is not below the given one. */
  #position(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
