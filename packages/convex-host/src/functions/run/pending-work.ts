/**
 * What can still bring a query or mutation on: it has neither timers nor the network, so a promise that it waits for is settled
 * by a system call, by its own code, or by work of the host that is counted here.
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

  /** How many steps were made; null while work is being done. */
  get idleSince(): number | null {
    return this.#open > 0 ? null : this.#steps;
  }
}
