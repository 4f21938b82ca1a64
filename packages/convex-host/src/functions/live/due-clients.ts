import type { LiveClient } from "./live-clients.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/** The clients that wait for news, in the order in which they began to wait. */
export class DueClients {
  readonly #due = new Set<LiveClient>();
  /** Those that wait for their own write. */
  readonly #urgent = new Set<LiveClient>();
  #wasUrgent = false;

  get size(): number {
    return this.#due.size;
  }

  add(client: LiveClient, nowMs: number): void {
    if (!this.#due.has(client)) client.dueSinceMs = nowMs;
    this.#due.add(client);
  }

  hurry(client: LiveClient): void {
    this.#urgent.add(client);
  }

  /** It need not be served now. */
  delete(client: LiveClient): void {
    this.#due.delete(client);
  }

  /** It left. */
  forget(client: LiveClient): void {
    this.#due.delete(client);
    this.#urgent.delete(client);
  }

  /** Milliseconds that the first client has waited. */
  longestWaitMs(nowMs: number): number {
    const [first] = this.#due;
    return first === undefined ? 0 : nowMs - first.dueSinceMs;
  }

  /**
   * Writers come first, but every other turn is for the one who only watches and waits longest: writers may never
   * pause. `ts` is the moment that can be shown.
   */
  takeNext(ts: Timestamp): { client: LiveClient; isUrgent: boolean } | null {
    const isReady = (client: LiveClient) => this.#due.has(client) && client.owedTs <= ts;
    const isWatching = (client: LiveClient) => !this.#urgent.has(client) && isReady(client);
    const takeUrgent = () => firstWhere(this.#urgent, isReady);
    const takeWatching = () => firstWhere(this.#due, isWatching);
    const client = this.#wasUrgent
      ? (takeWatching() ?? takeUrgent())
      : (takeUrgent() ?? takeWatching());
    if (client === null) return null;
    this.#wasUrgent = this.#urgent.has(client);
    this.forget(client);
    return { client, isUrgent: this.#wasUrgent };
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
