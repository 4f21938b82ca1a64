type Entry = { readonly endsAt: number; readonly onEnd: () => void };

/**
 * Timeouts of one length, most of which are called off soon: one timer waits for the first of them that is left, because a timer of
 * its own costs a short call as much as its work. It keeps no process running.
 */
export class EqualTimeouts {
  readonly #ms: number;
  /** In the order in which they end. */
  readonly #entries = new Set<Entry>();
  #isWaiting = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Calls back after the time, unless the returned function is called before. */
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

  /** Ends those whose time is over. Others that begin meanwhile come last in this look, and need no timer of their own. */
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
