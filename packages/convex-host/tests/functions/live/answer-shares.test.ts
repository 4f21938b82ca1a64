import { expect, test } from "vitest";
import { AnswerShares } from "../../../src/functions/live/answer-shares.ts";
import { type LiveClient, openedClient } from "../../../src/functions/live/live-client.ts";
import type { LiveQuery } from "../../../src/functions/live/live-query.ts";
import { seeded } from "../../support/seeded.ts";

type Query = LiveQuery<LiveClient>;

const clientOf = (id: number, taker: string | null) =>
  openedClient({
    ...{ client: id, taker, querySet: 1, queries: [] },
    ...{ identityVersion: 1, identity: null, isAdmin: false, maxObserved: null },
  });

/** Counts the bytes of each caller and each client over all watches, without the running sums. */
function counted(watches: ReadonlyMap<Query, LiveClient[]>, bytesOf: ReadonlyMap<Query, number>) {
  const ofCaller = new Map<string | null, number>();
  const ofClient = new Map<LiveClient, number>();
  const add = <Key>(sums: Map<Key, number>, key: Key, more: number) =>
    sums.set(key, (sums.get(key) ?? 0) + more);
  for (const [query, all] of watches) {
    const clients = new Set(all);
    const callers = new Set([...clients].map(({ taker }) => taker));
    const part = (bytesOf.get(query) ?? 0) / callers.size;
    for (const caller of callers) add(ofCaller, caller, part);
    for (const client of clients) add(ofClient, client, part);
  }
  return { ofCaller, ofClient };
}

test("whatever comes and goes, the client with most is one that a count of everything finds, to a quarter [B24]", () => {
  const random = seeded(20261126);
  const next = (end: number) => Math.floor(random() * end);
  const takers = [null, ...Array.from({ length: 12 }, (_, index) => `person ${index}`)];
  const clients = Array.from({ length: 16 }, (_, id) => clientOf(id, takers[id % 13]!));
  const queries = Array.from({ length: 40 }, () => ({}) as Query);
  const watches = new Map<Query, LiveClient[]>(queries.map((query) => [query, []]));
  const bytesOf = new Map<Query, number>();
  const shares = new AnswerShares();
  const part = (query: Query, at: number) => {
    const [client] = watches.get(query)!.splice(at, 1);
    shares.leave(query, client!);
  };
  const bePutUnder = (client: LiveClient, taker: string | null) => {
    for (const query of queries)
      if (watches.get(query)!.includes(client))
        shares.passOn(query, { from: client.taker, to: taker });
    client.taker = taker;
  };

  for (let step = 0; step < 20_000; step += 1) {
    const query = queries[next(queries.length)]!;
    const all = watches.get(query)!;
    const kind = next(10);
    if (kind < 5) {
      const client = clients[next(clients.length)]!;
      all.push(client);
      shares.join(query, client);
    } else if (kind < 8 && all.length > 0) part(query, next(all.length));
    else if (kind === 8) {
      const bytes = next(3) === 0 ? 0 : next(100_000);
      const before = bytesOf.get(query) ?? 0;
      bytesOf.set(query, bytes);
      expect(shares.set(query, bytes)).toBe(bytes - before);
    } else bePutUnder(clients[next(clients.length)]!, takers[next(takers.length)]!);
    if (step % 20 !== 0) continue;

    const { ofCaller, ofClient } = counted(watches, bytesOf);
    const found = shares.clientOfMost();
    if (found === null) {
      expect(ofClient.size).toBe(0);
      continue;
    }
    const ofMost = Math.max(...ofCaller.values());
    const own = [...ofClient].filter(([{ taker }]) => taker === found.taker);
    // A share is between 4/5 and 4/3 of the exact value; rounding may take one byte more.
    expect(ofCaller.get(found.taker)! + queries.length).toBeGreaterThanOrEqual(0.6 * ofMost);
    expect(ofClient.get(found)! + queries.length).toBeGreaterThanOrEqual(
      0.6 * Math.max(...own.map(([, bytes]) => bytes)),
    );
  }
  for (const query of queries) while (watches.get(query)!.length > 0) part(query, 0);
  expect(shares.clientOfMost()).toBe(null);
});
