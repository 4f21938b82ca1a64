type Entry = { readonly endsAt: number; readonly onEnd: () => void };

/**
 * Timeouts of one length, most of which are cancelled soon. One timer waits for the first of them, because a timer for
 * each would cost a short call as much as its work. The timer keeps no process running.
 */
export class EqualTimeouts {
  readonly #ms: number;
  /** The entries in the order in which they end. */
  readonly #entries = new Set<Entry>();
  #isWaiting = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Calls `onEnd` after the time, unless the returned function is called before. */
  add(onEnd: () => void): () => void {
    const entry = { endsAt: performance.now() + this.#ms, onEnd };
    this.#entries.add(entry);
    if (!this.#isWaiting) this.#wait(this.#ms);
    return () => this.#entries.delete(entry);
  }

  #wait(ms: number): void {
    this.#isWaiting = true;
    setTimeout(() => this.#end(), Math.ceil(ms)).unref();
  }

  /**
   * Ends the entries whose time is over and waits for the next one. Entries that are added meanwhile come last in this
   * loop and need no timer of their own.
   */
  #end(): void {
    for (const entry of this.#entries) {
      const leftMs = entry.endsAt - performance.now();
      if (leftMs > 0) return this.#wait(leftMs);
      this.#entries.delete(entry);
      entry.onEnd();
    }
    this.#isWaiting = false;
  }
}
