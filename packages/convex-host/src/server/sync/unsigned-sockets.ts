import { addressBlock } from "../bounds/address-block.ts";
import type { Pace } from "../bounds/pace.ts";

type Address = { count: number; pace: Pace };

/** A place among the sockets of one address that are not signed in, and the pace that they share. */
export type UnsignedSeat = { pace: Pace; leave: () => void };

/** Sockets that nobody is signed in on, by where they come from. */
export class UnsignedSockets {
  readonly #most: number;
  readonly #newPace: () => Pace;
  readonly #addresses = new Map<string, Address>();

  constructor(most: number, newPace: () => Pace) {
    this.#most = most;
    this.#newPace = newPace;
  }

  /** A place for one more socket of this address; null when all are taken. */
  take(ip: string | null): UnsignedSeat | null {
    const block = addressBlock(ip);
    const address = this.#addresses.get(block) ?? { count: 0, pace: this.#newPace() };
    if (address.count >= this.#most) return null;
    address.count += 1;
    this.#addresses.set(block, address);
    let isLeft = false;
    const leave = () => {
      if (isLeft) return;
      isLeft = true;
      address.count -= 1;
    };
    return { pace: address.pace, leave };
  }

  /** Forgets addresses that have no socket and have not sent much of late. */
  sweep(): void {
    for (const [block, { count, pace }] of this.#addresses)
      if (count === 0 && pace.isAmple) this.#addresses.delete(block);
  }
}
