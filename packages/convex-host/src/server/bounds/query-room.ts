import type { Limits } from "./server-limits.ts";
import { type Sharer, Sharers } from "./sharers.ts";

/** The share of one client in the query room. */
export type QueryShare = {
  /** Takes bytes. False, with nothing taken, when the client's caller has the most of all, or as much as one may have. */
  take: (bytes: number) => boolean;
  giveBack: (bytes: number) => void;
};

type QueryRoomLimits = Pick<
  Limits,
  "queryBytes" | "queryBytesPerCaller" | "unsignedQueryBytesOfAll"
>;

/**
 * The memory that the queries of all clients share. When it is full, the caller with the most loses its largest client,
 * so that no caller keeps out the queries of others. Anonymous clients have a small part of it: they watch little, and
 * any network may hold thousands of them.
 */
export class QueryRoom {
  readonly #limits: QueryRoomLimits;
  readonly #keepers = new Sharers();

  constructor(limits: QueryRoomLimits) {
    this.#limits = limits;
  }

  open(keeper: Sharer): QueryShare {
    return {
      take: (bytes) => this.#take(keeper, bytes),
      giveBack: (bytes) => this.#count(keeper, -bytes),
    };
  }

  #take(keeper: Sharer, bytes: number): boolean {
    this.#count(keeper, bytes);
    if (this.#keepers.bytesOfCallerOf(keeper) > this.#limits.queryBytesPerCaller) {
      this.#count(keeper, -bytes);
      return false;
    }
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
    const keepers = this.#keepers;
    const { queryBytes, unsignedQueryBytesOfAll } = this.#limits;
    if (keepers.bytesOfStrangers > unsignedQueryBytesOfAll) return keepers.largestOfStrangers;
    return keepers.bytes > queryBytes ? keepers.largest : null;
  }

  /** Adds bytes to a client. The bytes of a client that was cut are gone already, so it gives back nothing more. */
  #count(keeper: Sharer, bytes: number): void {
    this.#keepers.set(keeper, Math.max(0, this.#keepers.bytesOf(keeper) + bytes));
  }
}
