import { expect, test, vi } from "vitest";
import type { LiveClient } from "../../../src/functions/live/live-client.ts";
import type { LiveQuery } from "../../../src/functions/live/live-query.ts";
import { LiveRounds } from "../../../src/functions/live/live-rounds.ts";
import type { ClientRegistration, ClientUpdate } from "../../../src/wire/live-clients.ts";
import { endlessRoom, preparedQuery, watchedOf } from "../../support/live-queries.ts";
import type { Identity } from "../../../src/wire/caller.ts";
import type { QueryOutcome } from "../../../src/functions/run/calls.ts";
import type { FlushedCommits } from "../../../src/database/state/layer.ts";
import { StorageError } from "../../../src/database/sqlite/driver.ts";
import type { Snapshot } from "../../../src/database/transactions/snapshot.ts";

const writers = Array.from({ length: 10 }, (_, id) => id);

type CrowdOptions = {
  turns: number;
  watcherCount: number;
  mutationsMs: number;
  /** The duration of a query in milliseconds; mutations have turns in the middle of it. */
  queryMs?: number;
  /** All clients share the answer of one run. */
  isShared?: boolean;
};

/** Simulates writers who write again as soon as they have seen their last write, beside clients who only watch. */
function crowd(options: CrowdOptions) {
  const { queryMs = 1, isShared = false } = options;
  const watchers = Array.from({ length: options.watcherCount }, (_, id) => 100 + id);
  let { turns } = options;
  let nowMs = 0;
  let ts = 1n;
  let commit: (commit: FlushedCommits) => void = () => undefined;
  const updatesByClient = new Map<number, number>();
  const readyToWrite = new Set<number>();
  const queries = new Set<LiveQuery<LiveClient>>();
  const answerRoom = endlessRoom({
    set: (query) => void queries.add(query),
    delete: (query) => void queries.delete(query),
    match: () => new Set(queries),
  });
  const write = (client: number) => {
    ts += 1n;
    commit({ ts, writes: [] });
    rounds.answered(client, ts);
  };
  const mutate = () => {
    turns -= 1;
    nowMs += options.mutationsMs;
    if (turns === 0) rounds.stop();
    for (const client of readyToWrite) write(client);
    readyToWrite.clear();
  };
  const rounds: LiveRounds = new LiveRounds({
    database: {
      get latest() {
        return ts;
      },
      snapshot: () => ({ ts, close: () => undefined }) as unknown as Snapshot,
      onCommit: (listener) => {
        commit = listener;
        return () => undefined;
      },
    },
    query: () => {
      nowMs += queryMs;
      return Promise.resolve({ ...outcomeAt(ts), readIdentity: !isShared });
    },
    prepare: preparedQuery,
    answerRoom,
    post: ({ updates }) => {
      for (const { client, changes } of updates satisfies ClientUpdate[]) {
        updatesByClient.set(client, (updatesByClient.get(client) ?? 0) + 1);
        if (writers.includes(client)) readyToWrite.add(client);
        if (changes.length > 0) rounds.drained(client);
      }
    },
    now: () => nowMs,
    wallClock: () => nowMs,
    after: () => undefined,
    enter: () => () => undefined,
    quarantine: [],
    nextTurn: () => {
      mutate();
      return Promise.resolve();
    },
    onError: (error) => {
      throw error;
    },
  });
  for (const client of [...writers, ...watchers]) {
    rounds.clients.open(watcherOfItems(client));
  }
  const finish = async () => {
    await someTurns();
    // A write after a finished round begins another round.
    for (; turns > 0; await someTurns()) mutate();
    const countFor = (clients: number[]) => clients.map((id) => updatesByClient.get(id) ?? 0);
    return { ofWriters: countFor(writers), ofWatchers: countFor(watchers), nowMs };
  };
  return { finish };
}

function watcherOfItems(client: number): ClientRegistration {
  return {
    client,
    maxObserved: null,
    identity: identityOf(client),
    isAdmin: false,
    taker: String(client),
    identityVersion: 1,
    querySet: 1,
    queries: [watchedOf("items:list")],
  };
}

function outcomeAt(ts: bigint): QueryOutcome {
  return {
    ok: true,
    value: String(ts),
    logLines: [],
    ts,
    journal: null,
    reads: { documents: new Set(), ranges: [] },
    readIdentity: true,
  };
}

function identityOf(client: number): Identity {
  const subject = String(client);
  return { tokenIdentifier: subject, issuer: "test", subject };
}

test("people who only watch are served as often as writers who never pause [L10]", async () => {
  const { ofWriters, ofWatchers } = await crowd({
    turns: 400,
    watcherCount: 10,
    mutationsMs: 0,
  }).finish();

  expect(Math.min(...ofWriters)).toBeGreaterThan(20);
  expect(Math.min(...ofWatchers)).toBeGreaterThan(Math.max(...ofWriters) / 2);
});

test("when mutations take most of the time, queries get an equal share of it [L10]", async () => {
  const { ofWatchers, nowMs } = await crowd({
    turns: 400,
    watcherCount: 90,
    mutationsMs: 10,
  }).finish();

  // The 90 watchers get half of the crowd's queries, and queries get half of the time.
  expect(nowMs / Math.min(...ofWatchers)).toBeLessThan(90 * 2 * 2 * 1.25);
});

test("one run is for everybody who waits for it, though it takes longer than a slice [L12]", async () => {
  const turns = 40;
  const { ofWatchers } = await crowd({
    ...{ turns, watcherCount: 100, mutationsMs: 10, queryMs: 40, isShared: true },
  }).finish();

  expect(Math.min(...ofWatchers)).toBeGreaterThan(turns / 3);
});

type OnRun = (rounds: LiveRounds, state: { ts: bigint; snapshot: { isLost: boolean } }) => void;

/** Live rounds of one client. `onRun` is called at every run of a query. A commit may change every query. */
function roundsOfOne(onRun: OnRun = () => undefined, outcomeOf = outcomeAt) {
  const state = { ts: 1n, snapshot: { isLost: false }, failures: 0 };
  const queries = new Set<LiveQuery<LiveClient>>();
  let tell: (commit: FlushedCommits) => void = () => undefined;
  const commit = (ts: bigint) => {
    state.ts = ts;
    tell({ ts, writes: [] });
  };
  const updates: ClientUpdate[] = [];
  const rounds: LiveRounds = new LiveRounds({
    database: {
      get latest() {
        return state.ts;
      },
      snapshot: () => {
        const { ts } = state;
        if (state.failures-- > 0) throw new StorageError("unable to open", "SQLITE_CANTOPEN");
        state.snapshot = { isLost: false };
        return Object.assign(state.snapshot, { ts, close: () => undefined }) as unknown as Snapshot;
      },
      onCommit: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    query: (_call, { at } = {}) => {
      onRun(rounds, state);
      return Promise.resolve(outcomeOf(at!.ts));
    },
    prepare: preparedQuery,
    answerRoom: endlessRoom({
      set: (query) => void queries.add(query),
      delete: (query) => void queries.delete(query),
      match: () => new Set(queries),
    }),
    post: (batch) => {
      updates.push(...batch.updates);
      // A socket reports that it has drained in the same way.
      for (const { client, changes } of batch.updates)
        if (changes.length > 0) rounds.drained(client);
    },
    now: () => 0,
    wallClock: () => 0,
    after: (_, work) => void setImmediate(work),
    enter: () => () => undefined,
    quarantine: [],
    nextTurn: () => Promise.resolve(),
    onError: (error) => {
      throw error;
    },
  });
  return { rounds, updates, commit, state };
}

const someTurns = () => new Promise((resolve) => setImmediate(resolve));

test("a mutation that is answered while its client's queries run on an older state is shown too, though it changes none of them [L6]", async () => {
  const { rounds, updates } = roundsOfOne((running, state) => {
    // The client's own mutation ends in the middle of the first run.
    if (state.ts > 1n) return;
    state.ts = 2n;
    running.answered(1, state.ts);
  });
  rounds.clients.open(watcherOfItems(1));

  await someTurns();

  expect(updates.map((update) => update.ts)).toEqual([1n, 2n]);
});

test("a client that comes back gets no Transition without what it watches, however late its queries come [L5]", async () => {
  const { rounds, updates } = roundsOfOne();
  const { queries, identity, ...client } = watcherOfItems(1);
  rounds.clients.open({ ...client, identity: null, identityVersion: 0, querySet: 0, queries: [] });
  rounds.clients.setIdentity(1, { version: 1, identity, isAdmin: false, taker: null });
  await someTurns();
  expect(updates).toEqual([]);

  rounds.clients.modify(1, { version: 1, add: queries, remove: [] });
  await someTurns();

  expect(updates).toMatchObject([
    { querySet: 1, identity: 1, changes: [{ queryId: 0, result: 0 }] },
  ]);
});

test("a client that is told nothing new hears of a mutation that was answered meanwhile [L6]", async () => {
  let runs = 0;
  const { rounds, updates, commit } = roundsOfOne(
    (running, state) => {
      runs += 1;
      if (runs !== 2) return;
      state.ts = 3n;
      running.answered(1, state.ts);
    },
    () => outcomeAt(1n),
  );
  rounds.clients.open(watcherOfItems(1));
  await someTurns();

  commit(2n);
  rounds.answered(1, 2n);
  await someTurns();

  expect(updates.map(({ ts, changes }) => [ts, changes.length])).toEqual([
    [1n, 1],
    [2n, 0],
    [3n, 0],
  ]);
});

test("a query whose snapshot is lost while it runs is answered at the next one [L1]", async () => {
  let runs = 0;
  const { rounds, updates } = roundsOfOne((_, state) => {
    runs += 1;
    if (runs === 1) state.snapshot.isLost = true;
    // Rounds that stay on the lost snapshot would run for ever.
    if (runs === 5) state.snapshot.isLost = false;
  });
  rounds.clients.open(watcherOfItems(1));

  await someTurns();

  expect(runs).toBe(2);
  expect(updates).toMatchObject([{ changes: [{ queryId: 0, result: 0 }] }]);
});

test("clients are answered once the data can be opened again [O11]", async () => {
  const { rounds, updates, state } = roundsOfOne();
  state.failures = 2;
  rounds.clients.open(watcherOfItems(1));

  await vi.waitFor(() => expect(updates).toMatchObject([{ changes: [{ queryId: 0 }] }]));
});
