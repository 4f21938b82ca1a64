import { isStranger } from "../../wire/caller.ts";

/**
 * The room for all, and for one of them; how many of one wait for it, and how long somebody waits for what others hold and do not
 * fill.
 */
export type RoomLimits = {
  bytes: number;
  bytesOfOne: number;
  waitingOfOne: number;
  patienceMs: number;
};

/** `cut` ends what is still arriving, when its room goes to somebody who has less. */
type Asked = { name: string; bytes: number; isGone: () => boolean; cut: () => void };

/** Room that somebody has. Once everything has arrived it is not taken away any more. */
export type Share = { arrived: () => void; giveBack: () => void };

type Waiter = Asked & { isPatient: boolean; settle: (share: Share | null) => void };
type Holder = Pick<Asked, "name" | "bytes" | "cut"> & { isArriving: boolean };

/**
 * Memory that many share. Who finds none waits, for as long as they want to; who has least is next. Slow senders cannot keep it
 * from others: after a while their room goes to whoever has less than they have.
 */
export class SharedRoom {
  readonly #limits: RoomLimits;
  readonly #usedBy = new Map<string, number>();
  /** In the order in which they came in. */
  readonly #holders = new Set<Holder>();
  #used = 0;
  /** The part of that which has not arrived. */
  #arriving = 0;
  #waiting: Waiter[] = [];

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** Resolves with the room; with null when it did not come in time, too many wait already, or nobody waits any more. */
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
      // One more that finds no room changes nothing for the others.
      if (this.#used + waiter.bytes <= this.#limits.bytes) this.#advance();
    });
  }

  /** Strangers send nothing large: all of them together wait with as many as one caller. */
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

  /** Serves one waiter. Whoever has lost patience, and has none to be cut for, lets those go first who would have less. */
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
   * Those who may have room, whoever has least first, and then who came first. A caller that waits for room of its own holds up
   * nobody else; one that waits for the common room comes before those behind it.
   */
  #inOrder(): Waiter[] {
    const mayHave = this.#waiting.filter(
      (waiter) => this.#wouldHave(waiter) <= this.#limits.bytesOfOne,
    );
    const used = new Map(mayHave.map(({ name }) => [name, this.#usedOf(name)]));
    return mayHave.sort((a, b) => (used.get(a.name) ?? 0) - (used.get(b.name) ?? 0));
  }

  /** Cuts what came last of those who have most, as long as that is more than the waiter will have; all of it or nothing. */
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

  /** False for what was given back before. */
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
