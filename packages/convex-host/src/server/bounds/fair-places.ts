/** Ends what is open, when its place goes to somebody who has fewer. */
type Cut = () => void;

/** Places of all and of one. When none is left, whoever has most gives the last they took to somebody who has fewer. */
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

  /** Takes a place until the returned function is called, or it is cut; null when there is none. */
  take(name: string, end: () => void): (() => void) | null {
    if (this.countOf(name) >= this.#limits.ofOne) return null;
    if (this.#taken >= this.#limits.all && !this.makeRoom(name)) return null;
    const cut = () => end();
    const places = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, places.add(cut));
    this.#taken += 1;
    return () => this.#leave(name, cut);
  }

  /** Cuts the last place of whoever has most; false when with one more this one would have as many. */
  makeRoom(name: string): boolean {
    let richest: string | null = null;
    let most = this.countOf(name) + 1;
    for (const [other, { size }] of this.#byName) {
      if (size > most) [richest, most] = [other, size];
    }
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
