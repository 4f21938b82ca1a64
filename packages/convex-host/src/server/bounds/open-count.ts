/** Counts open requests or connections, in all and by name. */
export class OpenCount {
  readonly #limits: { all: number; ofOne: number };
  readonly #byName = new Map<string, number>();
  #all = 0;

  constructor(limits: { all: number; ofOne: number }) {
    this.#limits = limits;
  }

  /** Counts one more until the returned function is called; null when a limit is reached. */
  open(name: string): (() => void) | null {
    const count = this.#byName.get(name) ?? 0;
    if (this.#all >= this.#limits.all || count >= this.#limits.ofOne) return null;
    this.#count(name, 1);
    let isClosed = false;
    return () => {
      if (isClosed) return;
      isClosed = true;
      this.#count(name, -1);
    };
  }

  #count(name: string, change: number): void {
    this.#all += change;
    const count = (this.#byName.get(name) ?? 0) + change;
    if (count === 0) this.#byName.delete(name);
    else this.#byName.set(name, count);
  }
}
