/** Runs pieces of work strictly one at a time, in the order they came. */
export class Lane {
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new Error("The host is stopping."));
    const result = this.#last.then(work);
    // One failure is its caller's affair and does not stop the lane.
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Takes no more work; resolves when what was taken has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
  }
}
