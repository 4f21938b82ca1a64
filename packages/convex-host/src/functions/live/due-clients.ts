import { CallerTurns } from "./caller-turns.ts";
import { Chain } from "./chain.ts";
import type { LiveClient } from "./live-client.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/**
 * The clients that wait for an update. Callers take turns, however many pages each has open: a caller that opens
 * hundreds of pages, or writes on hundreds, only delays its own.
 */
export class DueClients {
  /** All of them, in the order in which they began to wait. */
  readonly #due = new Chain<LiveClient>();
  readonly #turns = new CallerTurns(({ places }) => places.turn);
  /** The clients that wait to see their own write, also before they are due. */
  readonly #urgent = new CallerTurns(({ places }) => places.urgent);
  #wasUrgent = false;
  /** A client that only watches and whose turn a writer interrupted. */
  #interrupted: LiveClient | null = null;

  get size(): number {
    return this.#due.size;
  }

  add(client: LiveClient, nowMs: number): void {
    if (isIn(client)) return;
    client.dueSinceMs = nowMs;
    this.#due.add(client.places.due);
    this.#turns.add(client);
  }

  hurry(client: LiveClient): void {
    this.#urgent.add(client);
  }

  /** True when a due client waits for its own write and `ts` includes that write. */
  hasUrgent(ts: Timestamp): boolean {
    return this.#urgent.some((client) => isIn(client) && client.owedTs <= ts);
  }

  /** True when at least two clients wait for own writes that the state of `ts` shows. */
  hasManyUrgent(ts: Timestamp): boolean {
    let count = 0;
    return this.#urgent.some((client) => isIn(client) && client.owedTs <= ts && ++count > 1);
  }

  /** True when the test holds for at least one waiting client. */
  some(test: (client: LiveClient) => boolean): boolean {
    for (const client of this.#due) if (test(client)) return true;
    return false;
  }

  /** Notes an interrupted client. When it is due again, it goes before other clients that only watch. */
  interrupt(client: LiveClient): void {
    this.#interrupted = client;
  }

  /** Removes a client that need not be served now. */
  delete(client: LiveClient): void {
    if (this.#interrupted === client) this.#interrupted = null;
    this.#due.delete(client.places.due);
    this.#turns.delete(client);
  }

  /** Removes a client from all queues. */
  forget(client: LiveClient): void {
    this.delete(client);
    this.#urgent.delete(client);
  }

  /** The wait of the first client in milliseconds. */
  longestWaitMs(nowMs: number): number {
    const { first } = this.#due;
    return first === null ? 0 : nowMs - first.dueSinceMs;
  }

  /**
   * Takes the next client to serve. Writers come first, but every other turn is for a client that only watches, because
   * writers may never pause. `ts` is the time of the state that can be shown. A held client has no turn.
   */
  takeNext(
    ts: Timestamp,
    isHeld: (client: LiveClient) => boolean = () => false,
  ): { client: LiveClient; isUrgent: boolean } | null {
    const isReady = (client: LiveClient) => isIn(client) && client.owedTs <= ts;
    const isWatching = (client: LiveClient) =>
      !this.#urgent.has(client) && isReady(client) && !isHeld(client);
    const takeUrgent = () => this.#urgent.next(isReady);
    const takeWatching = () =>
      this.#interrupted !== null && isWatching(this.#interrupted)
        ? this.#interrupted
        : this.#turns.next(isWatching);
    const client = this.#wasUrgent
      ? (takeWatching() ?? takeUrgent())
      : (takeUrgent() ?? takeWatching());
    if (client === null) return null;
    this.#wasUrgent = this.#urgent.has(client);
    this.forget(client);
    return { client, isUrgent: this.#wasUrgent };
  }

  /** Takes, one after another, the clients that pass the test: those that can be served without a run. */
  *takeWhere(ts: Timestamp, test: (client: LiveClient) => boolean): Generator<LiveClient> {
    for (const client of this.#due) {
      if (client.owedTs > ts || !test(client)) continue;
      this.forget(client);
      yield client;
    }
  }
}

function isIn({ places }: LiveClient): boolean {
  return places.due.chain !== null;
}
