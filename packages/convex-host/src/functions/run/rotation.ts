/** Work that waits, by taker. Takers have turns in rotation, however much each has waiting; the work of one keeps its order. */
export class Rotation<Work> {
  /** In the order in which they had their last turn. */
  readonly #byTaker = new Map<string, Work[]>();

  add(taker: string, work: Work): void {
    const own = this.#byTaker.get(taker);
    if (own === undefined) this.#byTaker.set(taker, [work]);
    else own.push(work);
  }

  /** The next work, whose taker comes last then; undefined when nothing waits. */
  take(): Work | undefined {
    for (const [taker, own] of this.#byTaker) {
      const work = own.shift();
      this.#byTaker.delete(taker);
      if (own.length > 0) this.#byTaker.set(taker, own);
      return work;
    }
    return undefined;
  }
}
