import type { LiveClient } from "./live-clients.ts";
import type { CallerKey } from "./live-query.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/**
 * The clients that wait for news. Callers have turns in rotation, however many pages each has open: whoever opens hundreds
 * waits for the own ones.
 */
export class DueClients {
  /** In the order in which they began to wait. */
  readonly #due = new Set<LiveClient>();
  /** The same by caller, whoever had no turn for longest first. */
  readonly #byCaller = new Map<CallerKey, Set<LiveClient>>();
  /** The callers by which they are kept: that of a client may change while it waits. */
  readonly #callerOf = new Map<LiveClient, CallerKey>();
  /** Those that wait for their own write. */
  readonly #urgent = new Set<LiveClient>();
  #wasUrgent = false;

  get size(): number {
    return this.#due.size;
  }

  add(client: LiveClient, nowMs: number): void {
    if (this.#due.has(client)) return;
    client.dueSinceMs = nowMs;
    this.#due.add(client);
    const { callerKey } = client;
    this.#callerOf.set(client, callerKey);
    const own = this.#byCaller.get(callerKey) ?? new Set();
    this.#byCaller.set(callerKey, own.add(client));
  }

  hurry(client: LiveClient): void {
    this.#urgent.add(client);
  }

  /** It need not be served now. */
  delete(client: LiveClient): void {
    if (!this.#due.delete(client)) return;
    const caller = this.#callerOf.get(client) ?? null;
    this.#callerOf.delete(client);
    const own = this.#byCaller.get(caller);
    own?.delete(client);
    if (own?.size === 0) this.#byCaller.delete(caller);
  }

  /** It left. */
  forget(client: LiveClient): void {
    this.delete(client);
    this.#urgent.delete(client);
  }

  /** Milliseconds that the first client has waited. */
  longestWaitMs(nowMs: number): number {
    const [first] = this.#due;
    return first === undefined ? 0 : nowMs - first.dueSinceMs;
  }

  /**
   * Writers come first, but every other turn is for the next caller who only watches: writers may never pause. `ts` is the moment that can be shown.
   */
  takeNext(ts: Timestamp): { client: LiveClient; isUrgent: boolean } | null {
    const isReady = (client: LiveClient) => this.#due.has(client) && client.owedTs <= ts;
    const isWatching = (client: LiveClient) => !this.#urgent.has(client) && isReady(client);
    const takeUrgent = () => firstWhere(this.#urgent, isReady);
    const takeWatching = () => this.#nextOfCallers(isWatching);
    const client = this.#wasUrgent
      ? (takeWatching() ?? takeUrgent())
      : (takeUrgent() ?? takeWatching());
    if (client === null) return null;
    this.#wasUrgent = this.#urgent.has(client);
    this.forget(client);
    return { client, isUrgent: this.#wasUrgent };
  }

  /** A client of the caller who had no turn for longest; that caller comes last then. */
  #nextOfCallers(test: (client: LiveClient) => boolean): LiveClient | null {
    for (const [caller, own] of this.#byCaller) {
      const client = firstWhere(own, test);
      if (client === null) continue;
      this.#byCaller.delete(caller);
      this.#byCaller.set(caller, own);
      return client;
    }
    return null;
  }

  /** Takes one after another who can be served without a run. */
  *takeWhere(ts: Timestamp, test: (client: LiveClient) => boolean): Generator<LiveClient> {
    for (const client of this.#due) {
      if (client.owedTs > ts || !test(client)) continue;
      this.forget(client);
      yield client;
    }
  }
}

function firstWhere<Item>(items: Iterable<Item>, test: (item: Item) => boolean): Item | null {
  for (const item of items) if (test(item)) return item;
  return null;
}
