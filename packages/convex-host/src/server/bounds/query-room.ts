/** A client that keeps queries: whose it is, and its end. */
type Keeper = { name: () => string; cut: () => void };

/** The room of one client's queries. */
export type QueryShare = {
  /** False, and nothing taken, when its caller has most of what all have. */
  take: (bytes: number) => boolean;
  giveBack: (bytes: number) => void;
};

/**
 * The room that the queries of all clients share, in bytes. When it is taken, whoever has most of it loses the client with most,
 * so that nobody keeps the questions of others away.
 */
export class QueryRoom {
  readonly #size: number;
  readonly #bytesOf = new Map<Keeper, number>();
  #used = 0;

  constructor(size: number) {
    this.#size = size;
  }

  open(keeper: Keeper): QueryShare {
    return {
      take: (bytes) => this.#take(keeper, bytes),
      giveBack: (bytes) => this.#count(keeper, -bytes),
    };
  }

  #take(keeper: Keeper, bytes: number): boolean {
    this.#count(keeper, bytes);
    while (this.#used > this.#size) {
      const most = this.#withMost();
      if (most.name() === keeper.name()) {
        this.#count(keeper, -bytes);
        return false;
      }
      this.#count(most, -(this.#bytesOf.get(most) ?? 0));
      most.cut();
    }
    return true;
  }

  #withMost(): Keeper {
    const byName = new Map<string, number>();
    for (const [keeper, bytes] of this.#bytesOf)
      byName.set(keeper.name(), (byName.get(keeper.name()) ?? 0) + bytes);
    const [name] = largest([...byName]);
    return largest([...this.#bytesOf].filter(([keeper]) => keeper.name() === name))[0];
  }

  /** Of one that was cut, what it gives back has been taken already. */
  #count(keeper: Keeper, bytes: number): void {
    const before = this.#bytesOf.get(keeper) ?? 0;
    const after = Math.max(0, before + bytes);
    this.#used += after - before;
    if (after === 0) this.#bytesOf.delete(keeper);
    else this.#bytesOf.set(keeper, after);
  }
}

function largest<Key>(entries: [Key, number][]): [Key, number] {
  return entries.reduce((one, other) => (other[1] > one[1] ? other : one));
}
