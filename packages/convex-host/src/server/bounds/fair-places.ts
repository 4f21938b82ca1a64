import { networkOf } from "./address-block.ts";
import { Ranking } from "./ranking.ts";

/** Ends what is open, when its place goes to somebody who has fewer. */
type Cut = () => void;

/** The places of one address block, in the order in which they were taken, and the blocks of its network. */
type Block = {
  readonly network: string;
  readonly ofNetwork: Ranking<string>;
  readonly places: Set<Cut>;
};

/** Places of all and of one address block. When none is left, whoever has most gives the last they took to somebody who has fewer. */
export class FairPlaces {
  readonly #limits: { all: number; ofOne: number };
  readonly #blocks = new Map<string, Block>();
  readonly #networks = new Ranking<string>();
  readonly #blocksOf = new Map<string, Ranking<string>>();
  #taken = 0;

  constructor(limits: { all: number; ofOne: number }) {
    this.#limits = limits;
  }

  countOf(name: string): number {
    return this.#blocks.get(name)?.places.size ?? 0;
  }

  get isFull(): boolean {
    return this.#taken >= this.#limits.all;
  }

  /** Takes a place until the returned function is called, or it is cut; null when there is none. */
  take(name: string, end: () => void): (() => void) | null {
    if (this.countOf(name) >= this.#limits.ofOne) return null;
    if (this.isFull && !this.makeRoom(name)) return null;
    const cut = () => end();
    const block = this.#blocks.get(name) ?? this.#openBlock(name);
    block.places.add(cut);
    this.#count(name, block, 1);
    return () => this.#leave(name, cut);
  }

  /**
   * Cuts the last place of the network that has most, or in the same network of whoever has most; false when with one more this
   * one would have as many.
   */
  makeRoom(name: string): boolean {
    const own = networkOf(name);
    const most = this.#networks.largest ?? own;
    const isPoorer = this.#networks.countOf(most) > this.#networks.countOf(own) + 1;
    const network = isPoorer ? most : own;
    const richest = this.#blocksOf.get(network)?.largest ?? null;
    if (richest === null) return false;
    if (network === own && this.countOf(richest) <= this.countOf(name) + 1) return false;
    const last = [...(this.#blocks.get(richest)?.places ?? [])].at(-1);
    if (last === undefined) return false;
    this.#leave(richest, last);
    last();
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
    if (block?.places.delete(cut) === true) this.#count(name, block, -1);
  }

  #count(name: string, { network, ofNetwork, places }: Block, one: 1 | -1): void {
    this.#taken += one;
    this.#networks.add(network, one);
    ofNetwork.add(name, one);
    if (places.size === 0) this.#blocks.delete(name);
    if (this.#networks.countOf(network) === 0) this.#blocksOf.delete(network);
  }
}
