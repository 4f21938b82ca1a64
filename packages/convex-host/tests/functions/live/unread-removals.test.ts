import { expect, test } from "vitest";
import type { Snapshot } from "../../../src/database/transactions/snapshot.ts";
import type { QueryOutcome } from "../../../src/functions/run/calls.ts";
import { LiveRounds } from "../../../src/functions/live/live-rounds.ts";
import type { ClientUpdate } from "../../../src/wire/live-clients.ts";
import { createPrepare, endlessRoom, watchedOf } from "../../support/live-queries.ts";

/** Opens one client and records its updates; the client reads only when a test says so. */
function openClient(queryIds: readonly number[]) {
  const updates: ClientUpdate[] = [];
  const outcome: QueryOutcome = {
    ...{ ok: true, value: '"one"', logLines: [], ts: 1n, journal: null, readIdentity: false },
    reads: { documents: new Set(), ranges: [] },
  };
  const rounds: LiveRounds = new LiveRounds({
    database: {
      latest: 1n,
      snapshot: () => ({ ts: 1n, close: () => undefined }) as unknown as Snapshot,
      onCommit: () => () => undefined,
    },
    query: () => Promise.resolve(outcome),
    prepare: createPrepare(),
    answerRoom: endlessRoom(),
    post: (batch) => void updates.push(...batch.updates),
    now: () => 0,
    wallClock: () => 0,
    after: () => undefined,
    enter: () => () => undefined,
    quarantine: [],
    nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
    onError: (error) => {
      throw error;
    },
  });
  const { clients } = rounds;
  clients.open({
    ...{ client: 1, maxObserved: null, identity: null, identityVersion: 0, isAdmin: false },
    taker: null,
    querySet: 1,
    queries: queryIds.map((queryId) => watchedOf("notes:list", { queryId })),
  });
  let version = 1;
  const modify = (add: number[], remove: number[]) =>
    clients.modify(1, {
      version: ++version,
      add: add.map((queryId) => watchedOf("notes:list", { queryId })),
      remove,
    });
  const read = () => rounds.drained(1);
  const next = async (count: number) => {
    while (updates.length < count) await new Promise((resolve) => setImmediate(resolve));
    return updates.at(-1)?.changes;
  };
  return { clients, modify, read, next };
}

test("a client that adds and removes without reading is kept no removal that it has no answer of [L8]", async () => {
  const { clients, modify, read, next } = openClient([0, 1]);
  await next(1);

  for (let id = 2; id < 10_000; id++) {
    modify([id], []);
    modify([], [id]);
  }
  modify([10_000], [0]);

  expect(clients.get(1)?.removed).toEqual([0]);
  read();
  expect(await next(2)).toEqual([
    { queryId: 0, result: null },
    { queryId: 10_000, result: 0 },
  ]);
});

test("what a client was sent by a thread that is gone is told as removed [L8]", async () => {
  const { modify, next } = openClient([0, 1]);
  modify([], [1]);

  expect(await next(1)).toContainEqual({ queryId: 1, result: null });
});
