/** The place of an item in a chain: in one at most. */
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
 * Items in order, each of which can be taken out. A Set that fills and empties all the time makes new tables for that, in the
 * memory for what lives long, where they lie until all of it is searched. A chain makes nothing.
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

  /** Puts an item that is in no chain behind all others. */
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

  /** The link keeps what is behind it, so that a walk that stands there goes on. */
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

  /** Items may be taken out meanwhile, and the one that was given last be put back. */
  *[Symbol.iterator](): Generator<Item> {
    for (let link = this.#first; link !== null;) {
      const { after } = link;
      if (link.chain === this) yield link.item;
      link = after;
    }
  }
}
