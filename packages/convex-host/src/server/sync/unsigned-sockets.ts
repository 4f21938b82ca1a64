import { addressBlock } from "../bounds/address-block.ts";
import { FairPlaces } from "../bounds/fair-places.ts";
import type { Pace } from "../bounds/pace.ts";

/** A place among the sockets of one address that are not signed in, and the pace that they share. */
export type UnsignedSeat = { pace: Pace; leave: () => void };

/** Sockets that nobody is signed in on, by where they come from. */
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

  /** A place for one more socket of this address, which `end` ends; null when all are taken. */
  take(ip: string | null, end: () => void): UnsignedSeat | null {
    const block = addressBlock(ip);
    const leave = this.#places.take(block, end);
    if (leave === null) return null;
    const pace = this.#paces.get(block) ?? this.#newPace();
    this.#paces.set(block, pace);
    return { pace, leave };
  }

  /** Ends a socket of the address that has most, or the oldest, for one more of this address; false when it has its part. */
  makeRoom(ip: string | null): boolean {
    return this.#places.makeRoom(addressBlock(ip));
  }

  /** Forgets addresses that have no socket and have not sent much of late. */
  sweep(): void {
    for (const [block, pace] of this.#paces)
      if (this.#places.countOf(block) === 0 && pace.isAmple) this.#paces.delete(block);
  }
}
