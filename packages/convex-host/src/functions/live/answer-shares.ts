import type { LiveClient } from "./live-client.ts";
import type { LiveQuery } from "./live-query.ts";

type Query = LiveQuery<LiveClient>;
type Kept = {
  bytes: number;
  /** The bytes that each caller and each client is charged, and the number of callers for which they were computed. */
  part: number;
  sharers: number;
  /** The number of callers that came or went since then. */
  changes: number;
  /** The watches of each client, and the clients of each caller. */
  readonly watches: Map<LiveClient, number>;
  readonly clients: Map<string | null, number>;
};

/** The charges of up to this many clients are recomputed without waiting for more changes, so they stay right. */
const fewClients = 16;

/**
 * The bytes that each caller and each client is charged for the answers in memory. They are counted as watches come and
 * go, so that finding the client with the most needs no walk over all watches. An answer that several callers watch is
 * stored once, and each is charged a part: no caller is to blame for an answer that all watch. The part is right to a
 * quarter where callers have about as many clients as others. It is recomputed only after enough changes, because one
 * caller more or less seldom justifies new counts for all others.
 */
export class AnswerShares {
  readonly #keptOf = new Map<Query, Kept>();
  readonly #ofClient = new Tallies<LiveClient>();
  readonly #ofCaller = new Tallies<string | null>();

  /** Adds a watch of the client on the query. */
  join(query: Query, client: LiveClient): void {
    const kept = this.#keptFor(query);
    if (add(kept.watches, client, 1) > 1) return;
    this.#ofClient.change(client, kept.part, 1);
    if (add(kept.clients, client.taker, 1) > 1) return;
    this.#ofCaller.change(client.taker, kept.part, 1);
    this.#share(kept);
  }

  /** Ends one watch of the client on the query. */
  leave(query: Query, client: LiveClient): void {
    const kept = this.#keptFor(query);
    if (add(kept.watches, client, -1) > 0) return;
    this.#ofClient.change(client, -kept.part, -1);
    if (add(kept.clients, client.taker, -1) > 0) return;
    this.#ofCaller.change(client.taker, -kept.part, -1);
    this.#share(kept);
    this.#forgetIfEmpty(query, kept);
  }

  /** A client of one caller becomes a client of another. */
  passOn(query: Query, { from, to }: { from: string | null; to: string | null }): void {
    const kept = this.#keptFor(query);
    if (add(kept.clients, from, -1) === 0) this.#ofCaller.change(from, -kept.part, -1);
    if (add(kept.clients, to, 1) === 1) this.#ofCaller.change(to, kept.part, 1);
    this.#share(kept);
  }

  /** Sets the bytes of the query; returns the difference to those before. */
  set(query: Query, bytes: number): number {
    const kept = this.#keptFor(query);
    const more = bytes - kept.bytes;
    kept.bytes = bytes;
    if (more !== 0) this.#count(kept);
    this.#forgetIfEmpty(query, kept);
    return more;
  }

  /** The client with the most bytes, of the caller with the most. All anonymous clients are one caller. */
  clientOfMost(): LiveClient | null {
    const caller = this.#ofCaller.largest();
    if (caller === undefined) return null;
    return this.#ofClient.largest(({ taker }) => taker === caller) ?? null;
  }

  #keptFor(query: Query): Kept {
    const known = this.#keptOf.get(query);
    if (known !== undefined) return known;
    const kept: Kept = {
      ...{ bytes: 0, part: 0, sharers: 1, changes: 0 },
      ...{ watches: new Map(), clients: new Map() },
    };
    this.#keptOf.set(query, kept);
    return kept;
  }

  #forgetIfEmpty(query: Query, { bytes, watches }: Kept): void {
    if (bytes === 0 && watches.size === 0) this.#keptOf.delete(query);
  }

  /** Recomputes the part when the number of callers has changed by more than a quarter. */
  #share(kept: Kept): void {
    const callers = Math.max(1, kept.clients.size);
    kept.changes += 1;
    if (4 * Math.abs(callers - kept.sharers) <= kept.sharers) return;
    // Few callers may have many clients. Each of them is counted again, so this waits for enough changes.
    if (4 * kept.changes + fewClients < kept.watches.size) return;
    kept.sharers = callers;
    this.#count(kept);
  }

  #count(kept: Kept): void {
    kept.changes = 0;
    const part = Math.ceil(kept.bytes / kept.sharers);
    const more = part - kept.part;
    kept.part = part;
    for (const client of kept.watches.keys()) this.#ofClient.change(client, more, 0);
    for (const caller of kept.clients.keys()) this.#ofCaller.change(caller, more, 0);
  }
}

/** The bytes and the number of answers of each owner. An owner without answers is removed. */
class Tallies<Owner> {
  readonly #of = new Map<Owner, { bytes: number; answers: number }>();

  change(owner: Owner, bytes: number, answers: number): void {
    const tally = this.#of.get(owner) ?? { bytes: 0, answers: 0 };
    tally.bytes += bytes;
    tally.answers += answers;
    if (tally.answers === 0) this.#of.delete(owner);
    else this.#of.set(owner, tally);
  }

  largest(test: (owner: Owner) => boolean = () => true): Owner | undefined {
    let found: Owner | undefined;
    let most = -1;
    for (const [owner, { bytes }] of this.#of)
      if (bytes > most && test(owner)) [found, most] = [owner, bytes];
    return found;
  }
}

/** Adds to the count of a key and returns it. A count of 0 is not in the map. */
function add<Key>(counts: Map<Key, number>, key: Key, more: number): number {
  const count = (counts.get(key) ?? 0) + more;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
  return count;
}
