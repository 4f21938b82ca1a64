/**
 * Counts the work that can still settle a query or mutation. It has neither timers nor the network, so a promise that
 * it waits for is settled by a system call, by its own code, or by work of the host that is counted here.
 */
export class PendingWork {
  #open = 0;
  #steps = 0;

  /** Settles as `work` does, which is being done until then. */
  async add<Result>(work: Promise<Result>): Promise<Result> {
    this.#open += 1;
    try {
      return await work;
    } finally {
      this.#open -= 1;
      this.note();
    }
  }

  /** A step was made. */
  note(): void {
    this.#steps += 1;
  }

  /** The number of steps so far; null while a step is under way. */
  get idleSince(): number | null {
    return this.#open > 0 ? null : this.#steps;
  }
}
