/** The room for all, and for one of them; and how long somebody waits for what others hold and do not fill. */
export type RoomLimits = { bytes: number; bytesOfOne: number; patienceMs: number };

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
  #waiting: Waiter[] = [];

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** Resolves with the room; with null when it did not come in time, or nobody waits any more. */
  take({ ms, ...asked }: Asked & { ms: number }): Promise<Share | null> {
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
      this.#advance();
    });
  }

  #advance(): void {
    this.#dismissGone();
    while (this.#serveNext()) continue;
  }

  /** Serves one waiter. Whoever has lost patience, and has none to be cut for, lets those go first who would have less. */
  #serveNext(): boolean {
    let below = Infinity;
    for (let next = this.#next(below); next !== null; next = this.#next(below)) {
      const missing = this.#used + next.bytes - this.#limits.bytes;
      if (missing <= 0 || (!next.isPatient && this.#cutFor(next, missing))) {
        const served = next;
        this.#waiting = this.#waiting.filter((other) => other !== served);
        served.settle(this.#hold(served));
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
   * Of those who would have less than this, and have least, the one who came first. A caller that waits for room of its own
   * holds up nobody else; one that waits for the common room comes before those behind it.
   */
  #next(below: number): Waiter | null {
    let next: Waiter | null = null;
    for (const waiter of this.#waiting) {
      const used = this.#usedOf(waiter.name);
      const wouldHave = this.#wouldHave(waiter);
      if (wouldHave > this.#limits.bytesOfOne || wouldHave >= below) continue;
      if (next === null || used < this.#usedOf(next.name)) next = waiter;
    }
    return next;
  }

  /** Cuts what came last of those who have most, as long as that is more than the waiter will have; all of it or nothing. */
  #cutFor({ name, bytes }: Waiter, missing: number): boolean {
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
    this.#count(name, bytes);
    return { arrived: () => (holder.isArriving = false), giveBack };
  }

  /** False for what was given back before. */
  #release(holder: Holder): boolean {
    if (!this.#holders.delete(holder)) return false;
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
