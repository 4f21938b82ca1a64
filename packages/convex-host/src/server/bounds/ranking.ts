/**
 * Counts by key, changed by one at a time. The key with the largest count is known at once, however many keys there
 * are.
 */
export class Ranking<Key> {
  readonly #countOf = new Map<Key, number>();
  /** The keys of each count, in the order in which they came to it. */
  readonly #keysOf: Set<Key>[] = [];

  countOf(key: Key): number {
    return this.#countOf.get(key) ?? 0;
  }

  /** The key with the largest count that reached it first; null when there is none. */
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
