import { type Sharer, Sharers } from "./sharers.ts";

/** The share of one client in the query room. */
export type QueryShare = {
  /** Takes bytes. False, with nothing taken, when the client's caller has the most of all. */
  take: (bytes: number) => boolean;
  giveBack: (bytes: number) => void;
};

/** The bytes of all clients together, and of all anonymous ones among them. */
type QueryRoomSize = { bytes: number; bytesOfStrangers: number };

/**
 * The memory that the queries of all clients share. When it is full, the caller with the most loses its largest client,
 * so that no caller keeps out the queries of others. Anonymous clients have a small part of it: they watch little, and
 * any network may hold thousands of them.
 */
export class QueryRoom {
  readonly #size: QueryRoomSize;
  readonly #keepers = new Sharers();

  constructor(size: QueryRoomSize) {
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

  /** The client that has to leave while the room, or the part of anonymous clients, is overfull; otherwise null. */
  get #largest(): Sharer | null {
    const { bytes, bytesOfStrangers } = this.#size;
    if (this.#keepers.bytesOfStrangers > bytesOfStrangers) return this.#keepers.largestOfStrangers;
    return this.#keepers.bytes > bytes ? this.#keepers.largest : null;
  }

  /** Adds bytes to a client. The bytes of a client that was cut are gone already, so it gives back nothing more. */
  #count(keeper: Sharer, bytes: number): void {
    this.#keepers.set(keeper, Math.max(0, this.#keepers.bytesOf(keeper) + bytes));
  }
}
