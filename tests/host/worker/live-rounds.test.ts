import { expect, test } from "vitest";
import type { FlushedCommits, Invalidation, Snapshot } from "../../../host/database/types.ts";
import type { Identity, QueryOutcome } from "../../../host/run/types.ts";
import type { LiveClient } from "../../../host/worker/live-clients.ts";
import type { LiveQuery } from "../../../host/worker/live-query.ts";
import { LiveRounds } from "../../../host/worker/live-rounds.ts";
import type { ClientUpdate } from "../../../host/worker/messages.ts";

const writers = Array.from({ length: 10 }, (_, id) => id);
const watchers = Array.from({ length: 10 }, (_, id) => 100 + id);

/** Every query takes a millisecond; writers write again as soon as they have seen their last write. */
function crowd({ turns }: { turns: number }) {
  let nowMs = 0;
  let ts = 1n;
  let commit: (commit: FlushedCommits) => void = () => undefined;
  const updatesByClient = new Map<number, number>();
  const readyToWrite = new Set<number>();
  const queries = new Set<LiveQuery<LiveClient>>();
  const invalidation: Invalidation<LiveQuery<LiveClient>> = {
    set: (query) => void queries.add(query),
    delete: (query) => void queries.delete(query),
    match: () => new Set(queries),
  };
  const write = (client: number) => {
    ts += 1n;
    commit({ ts, writes: [] });
    rounds.answered(client, ts);
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
      nowMs += 1;
      return Promise.resolve(outcomeAt(ts));
    },
    invalidation,
    post: ({ updates }) => {
      for (const { client } of updates satisfies ClientUpdate[]) {
        updatesByClient.set(client, (updatesByClient.get(client) ?? 0) + 1);
        if (writers.includes(client)) readyToWrite.add(client);
        rounds.drained(client);
      }
    },
    now: () => nowMs,
    wallClock: () => nowMs,
    enter: () => () => undefined,
    quarantine: [],
    nextTurn: () => {
      turns -= 1;
      if (turns === 0) rounds.stop();
      for (const client of readyToWrite) write(client);
      readyToWrite.clear();
      return Promise.resolve();
    },
    onError: (error) => {
      throw error;
    },
  });
  for (const client of [...writers, ...watchers]) {
    rounds.clients.open({
      client,
      maxObserved: null,
      identity: identityOf(client),
      identityVersion: 1,
      querySet: 1,
      queries: [{ queryId: 0, path: "items:list", args: {}, journal: null }],
    });
  }
  return { updatesByClient, settled: () => new Promise((resolve) => setImmediate(resolve)) };
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

test("[L10] people who only watch are served as often as writers who never pause", async () => {
  const { updatesByClient, settled } = crowd({ turns: 400 });

  await settled();

  const ofWatchers = watchers.map((client) => updatesByClient.get(client) ?? 0);
  const ofWriters = writers.map((client) => updatesByClient.get(client) ?? 0);
  expect(Math.min(...ofWriters)).toBeGreaterThan(20);
  expect(Math.min(...ofWatchers)).toBeGreaterThan(Math.max(...ofWriters) / 2);
});
