import { addressBlock } from "../bounds/address-block.ts";
import { FairPlaces } from "../bounds/fair-places.ts";
import type { Pace } from "../bounds/pace.ts";

/** A place among the sockets of one address that are not signed in, and the pace that they share. */
export type UnsignedSeat = { pace: Pace; leave: () => void };

/** The sockets on which no caller is signed in, by address block. */
export class UnsignedSockets {
  readonly #places: FairPlaces;
  readonly #newPace: () => Pace;
  readonly #paces = new Map<string, Pace>();

  constructor({ most, few }: { most: number; few: number }, newPace: () => Pace) {
    this.#places = new FairPlaces({ all: Infinity, ofOne: most, few });
    this.#newPace = newPace;
  }

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  /**
   * Takes a seat for one more socket of this address. `end` ends the socket when the seat is cut. Null when all are
   * taken.
   */
  take(ip: string | null, end: () => void): UnsignedSeat | null {
    const block = addressBlock(ip);
    const leave = this.#places.take(block, end);
    if (leave === null) return null;
    const pace = this.#paces.get(block) ?? this.#newPace();
    this.#paces.set(block, pace);
    return { pace, leave };
  }

  /**
   * Ends a socket of the address with the most, or the oldest, for one more of this address; false when it has its
   * part.
   */
  makeRoom(ip: string | null): boolean {
    return this.#places.makeRoom(addressBlock(ip));
  }

  /** Removes the paces of addresses that have no socket and have sent little lately. */
  sweep(): void {
    for (const [block, pace] of this.#paces)
      if (this.#places.countOf(block) === 0 && pace.isAmple) this.#paces.delete(block);
  }
}
