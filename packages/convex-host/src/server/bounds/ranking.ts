/** Whole numbers by key, counted one by one. The key with the largest is known at once, however many keys there are. */
export class Ranking<Key> {
  readonly #countOf = new Map<Key, number>();
  /** The keys of each count, in the order in which they came to it. */
  readonly #keysOf: Set<Key>[] = [];

  countOf(key: Key): number {
    return this.#countOf.get(key) ?? 0;
  }

  /** The key that has most, and was the first to have so many; null when there is none. */
  get largest(): Key | null {
    const [first = null] = this.#keysOf.at(-1) ?? [];
    return first;
  }

  add(key: Key, one: 1 | -1): void {
    const before = this.countOf(key);
    const after = before + one;
    this.#keysOf[before]?.delete(key);
    while (this.#keysOf.length <= after) this.#keysOf.push(new Set());
    if (after === 0) this.#countOf.delete(key);
    else {
      this.#countOf.set(key, after);
      this.#keysOf[after]?.add(key);
    }
    while (this.#keysOf.at(-1)?.size === 0) this.#keysOf.pop();
  }
}
