import { networkOf } from "./address-block.ts";

/** Ends what is open, when its place goes to somebody who has fewer. */
type Cut = () => void;

/** Places of all and of one address block. When none is left, whoever has most gives the last they took to somebody who has fewer. */
export class FairPlaces {
  readonly #limits: { all: number; ofOne: number };
  /** In the order in which they were taken. */
  readonly #byName = new Map<string, Set<Cut>>();
  #taken = 0;

  constructor(limits: { all: number; ofOne: number }) {
    this.#limits = limits;
  }

  countOf(name: string): number {
    return this.#byName.get(name)?.size ?? 0;
  }

  get isFull(): boolean {
    return this.#taken >= this.#limits.all;
  }

  /** Takes a place until the returned function is called, or it is cut; null when there is none. */
  take(name: string, end: () => void): (() => void) | null {
    if (this.countOf(name) >= this.#limits.ofOne) return null;
    if (this.isFull && !this.makeRoom(name)) return null;
    const cut = () => end();
    const places = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, places.add(cut));
    this.#taken += 1;
    return () => this.#leave(name, cut);
  }

  /**
   * Cuts the last place of the network that has most, or in the same network of whoever has most; false when with one more this
   * one would have as many.
   */
  makeRoom(name: string): boolean {
    const own = networkOf(name);
    const byNetwork = new Map<string, number>();
    for (const [other, { size }] of this.#byName)
      byNetwork.set(networkOf(other), (byNetwork.get(networkOf(other)) ?? 0) + size);
    const network = largest(byNetwork, (byNetwork.get(own) ?? 0) + 1) ?? own;
    const names = [...this.#byName].filter(([other]) => networkOf(other) === network);
    const sizes = new Map(names.map(([other, { size }]) => [other, size]));
    const richest = largest(sizes, network === own ? this.countOf(name) + 1 : 0);
    const last = richest === null ? undefined : [...(this.#byName.get(richest) ?? [])].at(-1);
    if (richest === null || last === undefined) return false;
    this.#leave(richest, last);
    last();
    return true;
  }

  #leave(name: string, cut: Cut): void {
    const places = this.#byName.get(name);
    if (places?.delete(cut) !== true) return;
    this.#taken -= 1;
    if (places.size === 0) this.#byName.delete(name);
  }
}

/** The name with the largest number above this one. */
function largest(numbers: ReadonlyMap<string, number>, above: number): string | null {
  let found: string | null = null;
  let most = above;
  for (const [name, number] of numbers) if (number > most) [found, most] = [name, number];
  return found;
}
