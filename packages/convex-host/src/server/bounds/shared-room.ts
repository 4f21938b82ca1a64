import { isStranger } from "../../wire/caller.ts";

/**
 * The bytes of all and of one sender, the number of requests of one sender that may wait, and the milliseconds after
 * which a waiter may cut bodies that are still arriving.
 */
export type RoomLimits = {
  bytes: number;
  bytesOfOne: number;
  waitingOfOne: number;
  patienceMs: number;
};

/** `cut` ends a body that is still arriving, when its room goes to a sender with less. */
type Asked = { name: string; bytes: number; isGone: () => boolean; cut: () => void };

/** A share of the room. It is not taken away once everything has arrived. */
export type Share = { arrived: () => void; giveBack: () => void };

type Waiter = Asked & { isPatient: boolean; settle: (share: Share | null) => void };
type Holder = Pick<Asked, "name" | "bytes" | "cut"> & { isArriving: boolean };

/**
 * Memory that many senders share. A request without room waits, and the sender with the least is next. Slow senders
 * cannot keep the memory from others: after a while their room goes to senders with less.
 */
export class SharedRoom {
  readonly #limits: RoomLimits;
  readonly #usedBy = new Map<string, number>();
  /** The holders in the order in which they got their room. */
  readonly #holders = new Set<Holder>();
  #used = 0;
  /** The part of `#used` that has not arrived. */
  #arriving = 0;
  #waiting: Waiter[] = [];

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** Resolves with a share; with null when none came in time, too many wait already, or the client is gone. */
  take({ ms, ...asked }: Asked & { ms: number }): Promise<Share | null> {
    if (this.#isCrowded(asked.name)) return Promise.resolve(null);
    return new Promise((resolve) => {
      const settle: Waiter["settle"] = (share) => {
        clearTimeout(late);
        clearTimeout(impatient);
        resolve(share);
      };
      const waiter: Waiter = { ...asked, isPatient: true, settle };
      const late = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        settle(null);
        this.#advance();
      }, ms);
      const impatient = setTimeout(() => {
        waiter.isPatient = false;
        this.#advance();
      }, this.#limits.patienceMs);
      this.#waiting.push(waiter);
      // Another waiter without room changes nothing for the others.
      if (this.#used + waiter.bytes <= this.#limits.bytes) this.#advance();
    });
  }

  /** True when a sender has too many waiters. All anonymous senders count as one, because they send nothing large. */
  #isCrowded(name: string): boolean {
    const isOwn = isStranger(name) ? isStranger : (other: string) => other === name;
    const countOwn = () => this.#waiting.filter((waiter) => isOwn(waiter.name)).length;
    if (countOwn() < this.#limits.waitingOfOne) return false;
    this.#dismissGone();
    return countOwn() >= this.#limits.waitingOfOne;
  }

  #advance(): void {
    this.#dismissGone();
    while (this.#serveNext()) continue;
  }

  /**
   * Serves one waiter. When its patience is over and nothing can be cut for it, waiters go first that would have less.
   */
  #serveNext(): boolean {
    let below = Infinity;
    for (const next of this.#inOrder()) {
      if (this.#wouldHave(next) >= below) continue;
      const missing = this.#used + next.bytes - this.#limits.bytes;
      if (missing <= 0 || (!next.isPatient && this.#cutFor(next, missing))) {
        this.#waiting = this.#waiting.filter((other) => other !== next);
        next.settle(this.#hold(next));
        return true;
      }
      if (next.isPatient) return false;
      below = this.#wouldHave(next);
    }
    return false;
  }

  #dismissGone(): void {
    const gone = this.#waiting.filter(({ isGone }) => isGone());
    this.#waiting = this.#waiting.filter((waiter) => !gone.includes(waiter));
    for (const { settle } of gone) settle(null);
  }

  /**
   * The waiters that may have room, the sender with the least first, then the oldest. A waiter above its sender's own
   * bound holds up no other one. A waiter for the common room goes before those behind it.
   */
  #inOrder(): Waiter[] {
    const mayHave = this.#waiting.filter(
      (waiter) => this.#wouldHave(waiter) <= this.#limits.bytesOfOne,
    );
    const used = new Map(mayHave.map(({ name }) => [name, this.#usedOf(name)]));
    return mayHave.sort((a, b) => (used.get(a.name) ?? 0) - (used.get(b.name) ?? 0));
  }

  /**
   * Cuts the newest arriving bodies of the senders with the most, as long as they have more than the waiter will have.
   * It frees all the missing bytes or cuts nothing.
   */
  #cutFor({ name, bytes }: Waiter, missing: number): boolean {
    if (this.#arriving < missing) return false;
    const usedBy = new Map(this.#usedBy);
    const least = this.#wouldHave({ name, bytes });
    const arriving = [...this.#holders].filter((holder) => holder.isArriving).reverse();
    const cut: Holder[] = [];
    for (let freed = 0; freed < missing;) {
      const usedOf = (holder: Holder) => usedBy.get(holder.name) ?? 0;
      const rich = arriving.filter((holder) => !cut.includes(holder) && usedOf(holder) > least);
      const most = Math.max(...rich.map(usedOf));
      const last = rich.find((holder) => usedOf(holder) === most);
      if (last === undefined) return false;
      cut.push(last);
      freed += last.bytes;
      usedBy.set(last.name, most - last.bytes);
    }
    for (const holder of cut) {
      this.#release(holder);
      holder.cut();
    }
    return true;
  }

  #hold({ name, bytes, cut }: Waiter): Share {
    const giveBack = () => {
      if (this.#release(holder)) this.#advance();
    };
    const holder: Holder = { name, bytes, cut, isArriving: true };
    this.#holders.add(holder);
    this.#arriving += bytes;
    this.#count(name, bytes);
    return { arrived: () => this.#arrive(holder), giveBack };
  }

  #arrive(holder: Holder): void {
    if (holder.isArriving) this.#arriving -= holder.bytes;
    holder.isArriving = false;
  }

  /** Releases the room of a holder; false when that was done before. */
  #release(holder: Holder): boolean {
    if (!this.#holders.delete(holder)) return false;
    this.#arrive(holder);
    this.#count(holder.name, -holder.bytes);
    return true;
  }

  #count(name: string, bytes: number): void {
    this.#used += bytes;
    const used = this.#usedOf(name) + bytes;
    if (used === 0) this.#usedBy.delete(name);
    else this.#usedBy.set(name, used);
  }

  #wouldHave({ name, bytes }: Pick<Waiter, "name" | "bytes">): number {
    return this.#usedOf(name) + bytes;
  }

  #usedOf(name: string): number {
    return this.#usedBy.get(name) ?? 0;
  }
}
