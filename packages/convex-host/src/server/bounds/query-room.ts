import { type Sharer, sharerOfMost } from "./sharer-of-most.ts";

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
  readonly #bytesOf = new Map<Sharer, number>();
  #used = 0;

  constructor(size: number) {
    this.#size = size;
  }

  open(keeper: Sharer): QueryShare {
    return {
      take: (bytes) => this.#take(keeper, bytes),
      giveBack: (bytes) => this.#count(keeper, -bytes),
    };
  }

  #take(keeper: Sharer, bytes: number): boolean {
    this.#count(keeper, bytes);
    while (this.#used > this.#size) {
      const most = sharerOfMost(this.#bytesOf);
      if (most.name() === keeper.name()) {
        this.#count(keeper, -bytes);
        return false;
      }
      this.#count(most, -(this.#bytesOf.get(most) ?? 0));
      most.cut();
    }
    return true;
  }

  /** Of one that was cut, what it gives back has been taken already. */
  #count(keeper: Sharer, bytes: number): void {
    const before = this.#bytesOf.get(keeper) ?? 0;
    const after = Math.max(0, before + bytes);
    this.#used += after - before;
    if (after === 0) this.#bytesOf.delete(keeper);
    else this.#bytesOf.set(keeper, after);
  }
}
