/** The place of an item in a chain. A link is in one chain at most. */
export class Link<Item> {
  readonly item: Item;
  chain: Chain<Item> | null = null;
  before: Link<Item> | null = null;
  after: Link<Item> | null = null;

  constructor(item: Item) {
    this.item = item;
  }
}

/**
 * A linked list from which each item can be removed. A Set that fills and empties all the time allocates new tables in
 * the old generation of the heap, where they stay until a full garbage collection. A chain allocates nothing.
 */
export class Chain<Item> {
  #first: Link<Item> | null = null;
  #last: Link<Item> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Item | null {
    return this.#first?.item ?? null;
  }

  /** Appends a link that is in no chain. */
  add(link: Link<Item>): void {
    if (link.chain !== null) return;
    link.chain = this;
    link.before = this.#last;
    link.after = null;
    if (this.#last === null) this.#first = link;
    else this.#last.after = link;
    this.#last = link;
    this.#size += 1;
  }

  /** The removed link keeps its `after`, so that an iterator that stands there can go on. */
  delete(link: Link<Item>): void {
    if (link.chain !== this) return;
    const { before, after } = link;
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
    link.chain = null;
    this.#size -= 1;
  }

  clear(): void {
    for (let link = this.#first; link !== null; link = link.after) link.chain = null;
    this.#first = null;
    this.#last = null;
    this.#size = 0;
  }

  /** Items may be removed during the iteration, and the item that came last may be added again. */
  *[Symbol.iterator](): Generator<Item> {
    for (let link = this.#first; link !== null;) {
      const { after } = link;
      if (link.chain === this) yield link.item;
      link = after;
    }
  }
}
