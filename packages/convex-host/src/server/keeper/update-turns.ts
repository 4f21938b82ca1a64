import type { ClientUpdate, QueryResult } from "../../wire/live-clients.ts";

/** The shortest turn in milliseconds, and the longest one when all other work takes long as well. */
const shortestMs = 1;
const longestMs = 10;

type Updates = { updates: readonly ClientUpdate[]; results: readonly QueryResult[] };

export type UpdateTurnsOptions = {
  /** Hands an update to its client. */
  pass: (update: ClientUpdate, results: readonly QueryResult[]) => void;
  /** The clock, in milliseconds. */
  now: () => number;
  /** Runs work after all other work that waits for the thread had a turn. */
  later: (work: () => void) => void;
};

/**
 * Passes updates on in short turns, so that the answer to one caller does not wait for the updates of hundreds of
 * clients. A turn is as long as all other work took since the last one, so neither keeps the other waiting. Updates of
 * one client keep their order: two may be on their way when the first has no changes, or when the function thread was
 * replaced.
 */
export class UpdateTurns {
  readonly #options: UpdateTurnsOptions;
  #waiting: { batch: Updates; next: number }[] = [];
  /** The clients whose updates wait. A client that was served stays here until nothing waits. */
  readonly #waitingClients = new Set<number>();
  #lastEnd = -Infinity;

  constructor(options: UpdateTurnsOptions) {
    this.#options = options;
  }

  /**
   * Passes on a batch at once, unless an update of one of its clients waits. A small batch goes whole, before the rest
   * of a large one.
   */
  add(batch: Updates): void {
    const rest = { batch, next: 0 };
    const isBehind = batch.updates.some(({ client }) => this.#waitingClients.has(client));
    if (!isBehind) this.#pass(rest, this.#options.now() + shortestMs);
    if (rest.next === batch.updates.length) return;
    for (const { client } of batch.updates.slice(rest.next)) this.#waitingClients.add(client);
    this.#waiting.push(rest);
    if (this.#waiting.length === 1) this.#goOnLater();
  }

  /** Passes on everything that waits. */
  finish(): void {
    for (const rest of this.#waiting) this.#pass(rest, Infinity);
    this.#waiting = [];
    this.#waitingClients.clear();
  }

  #goOnLater(): void {
    this.#lastEnd = this.#options.now();
    this.#options.later(() => this.#turn());
  }

  #turn(): void {
    const start = this.#options.now();
    const share = Math.min(longestMs, Math.max(shortestMs, start - this.#lastEnd));
    for (let [rest] = this.#waiting; rest !== undefined; [rest] = this.#waiting) {
      this.#pass(rest, start + share);
      if (rest.next < rest.batch.updates.length) return this.#goOnLater();
      this.#waiting.shift();
    }
    this.#waitingClients.clear();
  }

  /** Passes on updates until a time, but at least one. */
  #pass(rest: { batch: Updates; next: number }, until: number): void {
    const { updates, results } = rest.batch;
    for (let update = updates[rest.next]; update !== undefined; update = updates[rest.next]) {
      rest.next += 1;
      this.#options.pass(update, results);
      if (this.#options.now() >= until) return;
    }
  }
}
