import { addressBlock } from "./address-block.ts";

/** Counts what is open, of all and by where it comes from. */
export class OpenCount {
  readonly #limits: { all: number; ofOne: number };
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(limits: { all: number; ofOne: number }) {
    this.#limits = limits;
  }

  /** Counts one more, until the returned function is called; null when it is one too many. */
  open(ip: string | null): (() => void) | null {
    const address = addressBlock(ip);
    const count = this.#byAddress.get(address) ?? 0;
    if (this.#all >= this.#limits.all || count >= this.#limits.ofOne) return null;
    this.#count(address, 1);
    let isClosed = false;
    return () => {
      if (isClosed) return;
      isClosed = true;
      this.#count(address, -1);
    };
  }

  #count(address: string, change: number): void {
    this.#all += change;
    const count = (this.#byAddress.get(address) ?? 0) + change;
    if (count === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, count);
  }
}
