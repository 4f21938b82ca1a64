import type { LiveClient } from "./live-client.ts";

/** Clients that wait, by caller. Callers have turns in rotation, however many clients and sign-ins each has. */
export class CallerTurns {
  /** Whoever had no turn for longest comes first; all strangers are one. */
  readonly #byCaller = new Map<string | null, Set<LiveClient>>();
  /** The callers by which they are kept: that of a client may change while it waits. */
  readonly #callerOf = new Map<LiveClient, string | null>();

  has(client: LiveClient): boolean {
    return this.#callerOf.has(client);
  }

  add(client: LiveClient): void {
    if (this.has(client)) return;
    const { taker } = client;
    this.#callerOf.set(client, taker);
    const own = this.#byCaller.get(taker) ?? new Set();
    this.#byCaller.set(taker, own.add(client));
  }

  delete(client: LiveClient): void {
    const caller = this.#callerOf.get(client);
    if (caller === undefined) return;
    this.#callerOf.delete(client);
    const own = this.#byCaller.get(caller);
    own?.delete(client);
    if (own?.size === 0) this.#byCaller.delete(caller);
  }

  some(test: (client: LiveClient) => boolean): boolean {
    for (const client of this.#callerOf.keys()) if (test(client)) return true;
    return false;
  }

  /** A client of the caller who had no turn for longest; that caller comes last then. */
  next(test: (client: LiveClient) => boolean): LiveClient | null {
    for (const [caller, own] of this.#byCaller)
      for (const client of own) {
        if (!test(client)) continue;
        this.#byCaller.delete(caller);
        this.#byCaller.set(caller, own);
        return client;
      }
    return null;
  }
}
