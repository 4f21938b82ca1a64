import { AnswerRoom } from "../../src/functions/live/answer-room.ts";
import type { LiveClient } from "../../src/functions/live/live-client.ts";
import type { LiveQuery } from "../../src/functions/live/live-query.ts";
import { LiveRounds } from "../../src/functions/live/live-rounds.ts";
import type { QuarantinedQuery } from "../../src/wire/quarantine.ts";
import type { ClientUpdate, QueryResult } from "../../src/wire/live-clients.ts";
import type { Identity } from "../../src/wire/caller.ts";
import type { Invalidation } from "../../src/database/reads/invalidation.ts";
import type { FlushedCommits } from "../../src/database/state/layer.ts";
import type { Call, QueryOutcome } from "../../src/functions/run/calls.ts";
import type { Snapshot } from "../../src/database/transactions/snapshot.ts";
import type { Gate } from "./gate.ts";
import { createPrepare, watchedOf } from "./live-queries.ts";

const nobodyReads = { documents: new Set<string>(), ranges: [] };

export type Answer = { value?: unknown; message?: string; readIdentity?: boolean; waitFor?: Gate };

/** Opens live queries whose functions answer what the test decides, when it decides. */
export function openRounds(options: {
  answer: (call: Call) => Answer;
  halves?: Record<string, { gate: string; body: string }>;
  quarantine?: QuarantinedQuery[];
  mostAnswerBytes?: number;
  /** Returns true for clients that do not read. */
  isDeaf?: (client: number) => boolean;
}) {
  const sent: { client: number; identity: number; results: string[] }[] = [];
  /** The clients of each message between the threads. */
  const posts: number[][] = [];
  const ran: string[] = [];
  const cut: number[] = [];
  const later: { ms: number; work: () => void }[] = [];
  /** The answers of all messages, held by weak references. */
  const answers: WeakRef<QueryResult>[] = [];
  const commits: ((commit: FlushedCommits) => void)[] = [];
  let nowMs = 0;
  const query = async (call: Call): Promise<QueryOutcome> => {
    ran.push(`${call.path} for ${call.identity?.subject ?? "nobody"}`);
    const { value, message, readIdentity = false, waitFor } = options.answer(call);
    await waitFor?.opened;
    const about = { logLines: [], ts: 1n, journal: null, reads: nobodyReads, readIdentity };
    return message === undefined
      ? { ok: true, value: JSON.stringify(value), ...about }
      : { ok: false, message, ...about };
  };
  const watched = new Set<LiveQuery<LiveClient>>();
  const everybodyReads: Invalidation<LiveQuery<LiveClient>> = {
    set: (one) => void watched.add(one),
    delete: (one) => void watched.delete(one),
    match: () => new Set(watched),
  };
  const answerRoom = new AnswerRoom(everybodyReads, {
    mostBytes: options.mostAnswerBytes ?? Infinity,
    cut: ({ id }) => {
      cut.push(id);
      rounds.clients.close(id);
    },
  });
  const rounds: LiveRounds = new LiveRounds({
    database: {
      latest: 1n,
      snapshot: () => ({ ts: 1n, close: () => undefined }) as unknown as Snapshot,
      onCommit: (listener) => {
        commits.push(listener);
        return () => undefined;
      },
    },
    query,
    prepare: createPrepare(options.halves),
    answerRoom,
    post: ({ updates, results }) => {
      posts.push(updates.map(({ client }) => client));
      answers.push(...results.map((result) => new WeakRef(result)));
      for (const update of updates) {
        sent.push(told(update, results));
        const isNews = update.changes.length > 0;
        if (isNews && options.isDeaf?.(update.client) !== true) rounds.drained(update.client);
      }
    },
    now: () => nowMs,
    wallClock: () => nowMs,
    after: (ms, work) => later.push({ ms, work }),
    enter: () => () => undefined,
    quarantine: options.quarantine ?? [],
    nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
    onError: (error) => {
      throw error;
    },
  });
  const open = (client: number, subject: string | null, paths: string[]) =>
    rounds.clients.open({
      client,
      maxObserved: null,
      identity: identityOf(subject),
      identityVersion: 1,
      isAdmin: false,
      taker: subject,
      querySet: 1,
      queries: paths.map((path, queryId) => watchedOf(path, { queryId })),
    });
  const pass = (ms = 60_000) => {
    nowMs += ms;
    for (const { work } of later.splice(0)) work();
  };
  /** Reports a commit that changes every query. */
  const change = () => {
    for (const tell of commits) tell({ ts: 1n, writes: [] });
  };
  return { rounds, open, sent, posts, answers, ran, cut, pass, change };
}

function told({ client, identity, changes }: ClientUpdate, results: QueryResult[]) {
  const texts = changes.map(({ result }) => (result === null ? "gone" : results[result]!.text));
  return { client, identity, results: texts.map(valueOf) };
}

function valueOf(text: string): string {
  const { value, errorMessage } = JSON.parse(`{${text}`) as Record<string, string>;
  return value ?? errorMessage ?? "";
}

export function identityOf(subject: string | null): Identity | null {
  return subject === null ? null : { tokenIdentifier: subject, issuer: "test", subject };
}

/** Waits until all work is done that does not wait for a gate. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export const halves = {
  "a:b": { gate: "a:b#gate", body: "a:b#body" },
  "a:c": { gate: "a:b#gate", body: "a:c#body" },
};
export const letsInAnn = ({ identity }: Call): Answer =>
  identity?.subject === "ann" ? { value: "in" } : { message: "Not a guest" };

/** A gate that returns whether the caller sees prices, and a body that shows them accordingly. */
export const sees = ({ identity }: Call) => ({ value: { prices: identity?.subject === "ann" } });
export const pricesOf = ({ given }: Call) =>
  given === '{"prices":true}' ? "price 100" : "no price";
