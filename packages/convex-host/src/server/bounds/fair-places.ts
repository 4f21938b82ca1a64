import { networkOf } from "./address-block.ts";
import { Ranking } from "./ranking.ts";

/** Ends the holder of a place when its place goes to a sender with fewer. */
type Cut = () => void;

/** The places of one address block, in the order in which they were taken, and the blocks of its network. */
type Block = {
  readonly network: string;
  readonly ofNetwork: Ranking<string>;
  readonly places: Set<Cut>;
};

/** The most places of all and of one address block, and the number of places that counts as few: 0 when left out. */
export type PlaceLimits = { all: number; ofOne: number; few?: number };

/**
 * Places of all and of one address block. When none is left, the network with the most places gives its last one to a
 * sender with fewer. When no network has more than few, the oldest place of another network goes to a sender with few:
 * thousands of addresses with one place each keep no newcomer out.
 */
export class FairPlaces {
  readonly #limits: Required<PlaceLimits>;
  readonly #blocks = new Map<string, Block>();
  readonly #networks = new Ranking<string>();
  readonly #blocksOf = new Map<string, Ranking<string>>();
  /** All places with the name of their block, in the order in which they were taken. */
  readonly #taken = new Map<Cut, string>();

  constructor(limits: PlaceLimits) {
    this.#limits = { few: 0, ...limits };
  }

  countOf(name: string): number {
    return this.#blocks.get(name)?.places.size ?? 0;
  }

  get size(): number {
    return this.#taken.size;
  }

  get isFull(): boolean {
    return this.size >= this.#limits.all;
  }

  /** True when this name has all the places that it may have, whatever others have. */
  isFullOf(name: string): boolean {
    return this.countOf(name) >= this.#limits.ofOne;
  }

  /** Takes a place until the returned function is called or the place is cut; null when there is none. */
  take(name: string, end: () => void): (() => void) | null {
    if (this.isFullOf(name)) return null;
    if (this.isFull && !this.makeRoom(name)) return null;
    const cut = () => end();
    const block = this.#blocks.get(name) ?? this.#openBlock(name);
    block.places.add(cut);
    this.#taken.set(cut, name);
    this.#count(name, block, 1);
    return () => this.#leave(name, cut);
  }

  /**
   * Cuts the last place of the network with the most places, or of the block with the most places in the own network.
   * When no network has more than few, it cuts the oldest place of another network. False when one more place would
   * give the sender as many as the richest has.
   */
  makeRoom(name: string): boolean {
    const own = networkOf(name);
    const ofOwn = this.#networks.countOf(own);
    const most = this.#networks.largest ?? own;
    const isPoorer = this.#networks.countOf(most) > Math.max(ofOwn + 1, this.#limits.few);
    const network = isPoorer ? most : own;
    const richest = this.#blocksOf.get(network)?.largest ?? null;
    const isRicher = isPoorer || this.countOf(richest ?? name) > this.countOf(name) + 1;
    if (richest !== null && isRicher) return this.#cut(this.#lastOf(richest), richest);
    if (ofOwn >= this.#limits.few) return false;
    // A sender with few places does not end places of its own network.
    for (const [first, holder] of this.#taken)
      if (networkOf(holder) !== own) return this.#cut(first, holder);
    return false;
  }

  #lastOf(name: string): Cut | undefined {
    return [...(this.#blocks.get(name)?.places ?? [])].at(-1);
  }

  #cut(place: Cut | undefined, name: string): boolean {
    if (place === undefined) return false;
    this.#leave(name, place);
    place();
    return true;
  }

  #openBlock(name: string): Block {
    const network = networkOf(name);
    const ofNetwork = this.#blocksOf.get(network) ?? new Ranking<string>();
    this.#blocksOf.set(network, ofNetwork);
    const block = { network, ofNetwork, places: new Set<Cut>() };
    this.#blocks.set(name, block);
    return block;
  }

  #leave(name: string, cut: Cut): void {
    const block = this.#blocks.get(name);
    if (block?.places.delete(cut) !== true) return;
    this.#taken.delete(cut);
    this.#count(name, block, -1);
  }

  #count(name: string, { network, ofNetwork, places }: Block, one: 1 | -1): void {
    this.#networks.add(network, one);
    ofNetwork.add(name, one);
    if (places.size === 0) this.#blocks.delete(name);
    if (this.#networks.countOf(network) === 0) this.#blocksOf.delete(network);
  }
}
