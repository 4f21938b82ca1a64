/** A binary heap: the item of the lowest rank is first. */
export class Heap<Item> {
  readonly #rank: (item: Item) => number;
  readonly #items: Item[] = [];

  constructor(rank: (item: Item) => number) {
    this.#rank = rank;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | null {
    return this.#items[0] ?? null;
  }

  /** The rank of the first item; Infinity when the heap is empty. */
  get lowest(): number {
    return this.#items.length === 0 ? Infinity : this.#rankAt(0);
  }

  /** A new heap of these items with the same rank. */
  of(items: Iterable<Item>): Heap<Item> {
    const heap = new Heap(this.#rank);
    for (const item of items) heap.push(item);
    return heap;
  }

  push(item: Item): void {
    let at = this.#items.push(item) - 1;
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(at, above); above = (at - 1) >> 1) {
      this.#swap(at, above);
      at = above;
    }
  }

  pop(): Item | null {
    const first = this.first;
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return first;
    this.#items[0] = last;
    for (let at = 0; ;) {
      const below = [2 * at + 1, 2 * at + 2].filter((child) => child < this.#items.length);
      const lowest = below.reduce(
        (best, child) => (this.#isBefore(child, best) ? child : best),
        at,
      );
      if (lowest === at) return first;
      this.#swap(at, lowest);
      at = lowest;
    }
  }

  #isBefore(left: number, right: number): boolean {
    return this.#rankAt(left) < this.#rankAt(right);
  }

  #rankAt(at: number): number {
    return this.#rank(this.#items[at]!);
  }

  #swap(left: number, right: number): void {
    const item = this.#items[left]!;
    this.#items[left] = this.#items[right]!;
    this.#items[right] = item;
  }
}
