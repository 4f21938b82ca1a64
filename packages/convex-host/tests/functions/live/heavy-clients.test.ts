import { expect, test } from "vitest";
import type { FlushedCommits } from "../../../src/database/state/layer.ts";
import type { Snapshot } from "../../../src/database/transactions/snapshot.ts";
import type { LiveClient } from "../../../src/functions/live/live-client.ts";
import type { LiveQuery } from "../../../src/functions/live/live-query.ts";
import { LiveRounds } from "../../../src/functions/live/live-rounds.ts";
import { identityOf } from "../../support/open-rounds.ts";
import { endlessRoom, preparedQuery, watchedOf } from "../../support/live-queries.ts";

const heavyQueries = 50;
/** The duration is longer than a slice; two of them are longer than a turn. */
const longMs = 40;

type Query = LiveQuery<LiveClient>;
type Told = { client: number; ts: bigint; runs: number; changes: number };

/**
 * Live rounds under a clock that queries advance, and that other work advances between slices. `onRun` is called at
 * each run, before its answer.
 */
function openHeavyRounds(
  onRun: (run: number) => void = () => undefined,
  { queryMs = longMs, othersMs = 0 } = {},
) {
  const state = { ts: 1n, nowMs: 0, runs: 0, open: [] as string[] };
  const told: Told[] = [];
  const queries = new Set<Query>();
  let commit: (commit: FlushedCommits) => void = () => undefined;
  let changed: (query: Query) => boolean = () => false;
  const rounds: LiveRounds = new LiveRounds({
    database: {
      get latest() {
        return state.ts;
      },
      snapshot: () => ({ ts: state.ts, close: () => undefined }) as unknown as Snapshot,
      onCommit: (listener) => {
        commit = listener;
        return () => undefined;
      },
    },
    query: (call, { at } = {}) => {
      state.nowMs += queryMs;
      state.runs += 1;
      state.open.push(call.path);
      onRun(state.runs);
      const about = { logLines: [], journal: null, readIdentity: false, ts: at!.ts };
      const reads = { documents: new Set<string>(), ranges: [] };
      return Promise.resolve({ ok: true, value: String(state.runs), reads, ...about });
    },
    prepare: preparedQuery,
    answerRoom: endlessRoom({
      set: (query) => void queries.add(query),
      delete: (query) => void queries.delete(query),
      match: () => new Set([...queries].filter((query) => changed(query))),
    }),
    post: ({ updates }) => {
      for (const { client, ts, changes } of updates) {
        told.push({ client, ts, runs: state.runs, changes: changes.length });
        rounds.drained(client);
      }
    },
    now: () => state.nowMs,
    wallClock: () => state.nowMs,
    after: () => undefined,
    enter: () => () => undefined,
    quarantine: [],
    nextTurn: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      state.nowMs += othersMs;
    },
    onError: (error) => {
      throw error;
    },
  });
  /** Commits a write that changes the answers of the matching paths. */
  const write = (test: (path: string) => boolean) => {
    state.ts += 1n;
    changed = ({ group }) => test(group.question.called.path);
    commit({ ts: state.ts, writes: [] });
  };
  const open = (client: number, paths: readonly string[]) =>
    rounds.clients.open({
      ...{ client, maxObserved: null, identity: identityOf(`person ${client}`) },
      ...{ isAdmin: false, taker: `person ${client}`, identityVersion: 1, querySet: 1 },
      queries: paths.map((path, queryId) => watchedOf(path, { queryId })),
    });
  const answered = (client: number) => rounds.answered(client, state.ts);
  const leave = (client: number) => rounds.clients.close(client);
  const finish = async (clients: number) => {
    while (new Set(told.map(({ client }) => client)).size < clients)
      await new Promise((resolve) => setImmediate(resolve));
  };
  const hear = async (client: number) => {
    while (!told.some((each) => each.client === client))
      await new Promise((resolve) => setImmediate(resolve));
  };
  return { open, write, answered, leave, finish, hear, told, ran: state.open };
}

const heavy = Array.from({ length: heavyQueries }, (_, index) => `heavy:${index}`);

test("whoever watches one list gets it in the midst of the many that somebody else asked for, and these in one update [L5] [L10]", async () => {
  const { open, finish, told } = openHeavyRounds((run) => {
    if (run === 1) for (const client of [2, 3, 4]) open(client, [`light:${client}`]);
  });
  open(1, heavy);
  await finish(4);

  expect(told.map(({ client, changes }) => [client, changes])).toEqual([
    [2, 1],
    [3, 1],
    [4, 1],
    [1, heavyQueries],
  ]);
  expect(told[2]!.runs).toBeLessThanOrEqual(8);
});

test("a client whose queries take less than 50 ms has its update in one turn, however long calls take between its slices [L10]", async () => {
  const openLight = (run: number) => {
    if (run === 1) open(2, ["light"]);
  };
  const { open, finish, told } = openHeavyRounds(openLight, { queryMs: 5, othersMs: 60 });
  open(1, heavy.slice(0, 9));
  await finish(2);

  expect(told.map(({ client, runs }) => [client, runs])).toEqual([
    [1, 9],
    [2, 10],
  ]);
});

test("whoever waits for the own write waits for one slice of somebody else's turn, which goes on before others have theirs [L10]", async () => {
  const { open, answered, finish, told } = openHeavyRounds(
    (run) => {
      if (run !== 1) return;
      open(3, ["watched"]);
      open(2, ["written"]);
      answered(2);
    },
    { queryMs: 5, othersMs: 60 },
  );
  open(1, heavy.slice(0, 9));
  await finish(3);

  expect(told.map(({ client, runs }) => [client, runs])).toEqual([
    [2, 3],
    [1, 10],
    [3, 11],
  ]);
});

test("a page that leaves in the midst of its turn, while a writer waits, is told nothing more [L1] [L10]", async () => {
  const { open, answered, leave, hear, told, ran } = openHeavyRounds(
    (run) => {
      if (run !== 2) return;
      open(2, ["written"]);
      answered(2);
      setImmediate(() => leave(1));
    },
    { queryMs: 5, othersMs: 60 },
  );
  open(1, heavy);
  await hear(2);
  open(3, ["last"]);
  await hear(3);

  expect(told.map(({ client }) => client)).toEqual([2, 3]);
  expect(ran).toEqual([...heavy.slice(0, 2), "written", "last"]);
});

test("a turn that writers interrupt again and again is no longer than another [L10]", async () => {
  const { open, answered, hear, told, ran } = openHeavyRounds(
    (run) => {
      if (run === 1) open(2, ["watched"]);
      if (ran.includes("watched")) return;
      open(100 + run, ["written"]);
      answered(100 + run);
    },
    { queryMs: 5, othersMs: 60 },
  );
  open(1, heavy);
  await hear(1);

  const ranBefore = ran.slice(0, ran.indexOf("watched"));
  expect(ranBefore.filter((path) => path !== "written")).toEqual(heavy.slice(0, 10));
  expect(told.at(-1)).toMatchObject({ client: 1, changes: heavyQueries });
});

test("a change in the midst of many queries runs what it changed again, and nothing else [L2] [L5]", async () => {
  const { open, write, finish, told, ran } = openHeavyRounds((run) => {
    if (run === 10) write((path) => path === "heavy:3");
  });
  open(1, heavy);
  await finish(1);

  expect(told).toEqual([{ client: 1, ts: 2n, runs: heavyQueries + 1, changes: heavyQueries }]);
  expect(ran.filter((path) => path === "heavy:3")).toHaveLength(2);
});

test("queries that change with each run of theirs are answered all the same, at one moment [L5] [L10]", async () => {
  const { open, write, finish, told } = openHeavyRounds(() => write(() => true));
  open(1, heavy);
  await finish(1);

  expect(told[0]).toMatchObject({ client: 1, changes: heavyQueries });
  expect(told[0]!.runs).toBeLessThanOrEqual(5 * heavyQueries + 1);
});
