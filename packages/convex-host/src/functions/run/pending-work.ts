/**
 * Counts the work that can still settle a query or mutation. It has neither timers nor the network, so a promise that
 * it waits for is settled by a system call, by its own code, or by work of the host that is counted here.
 */
export class PendingWork {
  #open = 0;
  #steps = 0;

  /** Counts `work` as open until it settles. Returns a promise that settles like it. */
  async add<Result>(work: Promise<Result>): Promise<Result> {
    this.#open += 1;
    try {
      return await work;
    } finally {
      this.#open -= 1;
      this.note();
    }
  }

  /** Counts a step. */
  note(): void {
    this.#steps += 1;
  }

  /** The number of steps so far; null while counted work is open. */
  get idleSince(): number | null {
    return this.#open > 0 ? null : this.#steps;
  }
}
