import { type Sharer, Sharers } from "./sharers.ts";

/** The share of one client in the query room. */
export type QueryShare = {
  /** Takes bytes. False, with nothing taken, when the client's caller has the most of all. */
  take: (bytes: number) => boolean;
  giveBack: (bytes: number) => void;
};

/**
 * The memory that the queries of all clients share, in bytes. When it is full, the caller with the most loses its
 * largest client, so that no caller keeps out the queries of others.
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

  /** The client with the most while the room is overfull; otherwise null. */
  get #largest(): Sharer | null {
    return this.#keepers.bytes > this.#size ? this.#keepers.largest : null;
  }

  /** Adds bytes to a client. The bytes of a client that was cut are gone already, so it gives back nothing more. */
  #count(keeper: Sharer, bytes: number): void {
    this.#keepers.set(keeper, Math.max(0, this.#keepers.bytesOf(keeper) + bytes));
  }
}
