/** The room for all, and for one of them. */
export type RoomLimits = { bytes: number; bytesOfOne: number };

type Waiter = {
  name: string;
  bytes: number;
  isGone: () => boolean;
  settle: (giveBack: (() => void) | null) => void;
};

/** Memory that many share: who finds none waits, in the order in which they came, for as long as they want to. */
export class SharedRoom {
  readonly #limits: RoomLimits;
  readonly #usedBy = new Map<string, number>();
  #used = 0;
  #waiting: Waiter[] = [];

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** Resolves with what gives the room back; with null when it did not come in time, or nobody waits any more. */
  take({ ms, ...asked }: Omit<Waiter, "settle"> & { ms: number }): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const settle: Waiter["settle"] = (giveBack) => {
        clearTimeout(timer);
        resolve(giveBack);
      };
      const waiter = { ...asked, settle };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        settle(null);
        this.#advance();
      }, ms);
      this.#waiting.push(waiter);
      this.#advance();
    });
  }

  #advance(): void {
    let isFull = false;
    this.#waiting = this.#waiting.filter((waiter) => {
      if (waiter.isGone()) {
        waiter.settle(null);
        return false;
      }
      // A caller that waits for room of its own holds up nobody else; one that waits for the common room comes before
      // those behind it.
      const { name, bytes } = waiter;
      if (isFull || this.#usedOf(name) + bytes > this.#limits.bytesOfOne) return true;
      isFull = this.#used + bytes > this.#limits.bytes;
      if (isFull) return true;
      waiter.settle(this.#use(name, bytes));
      return false;
    });
  }

  #use(name: string, bytes: number): () => void {
    this.#count(name, bytes);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#count(name, -bytes);
      this.#advance();
    };
  }

  #count(name: string, bytes: number): void {
    this.#used += bytes;
    const used = this.#usedOf(name) + bytes;
    if (used === 0) this.#usedBy.delete(name);
    else this.#usedBy.set(name, used);
  }

  #usedOf(name: string): number {
    return this.#usedBy.get(name) ?? 0;
  }
}
