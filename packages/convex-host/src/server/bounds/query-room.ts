import { type Sharer, Sharers } from "./sharers.ts";

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
  readonly #keepers = new Sharers();

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
    for (let most = this.#largest; most !== null; most = this.#largest) {
      if (most.name() === keeper.name()) {
        this.#count(keeper, -bytes);
        return false;
      }
      this.#keepers.set(most, 0);
      most.cut();
    }
    return true;
  }

  /** The client with most, while all together have more than there is. */
  get #largest(): Sharer | null {
    return this.#keepers.bytes > this.#size ? this.#keepers.largest : null;
  }

  /** Of one that was cut, what it gives back has been taken already. */
  #count(keeper: Sharer, bytes: number): void {
    this.#keepers.set(keeper, Math.max(0, this.#keepers.bytesOf(keeper) + bytes));
  }
}
