import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createGate, type Gate } from "../../support/gate.ts";
import { LiveRounds } from "../../../src/functions/live/live-rounds.ts";
import type { ClientUpdate, QueryResult } from "../../../src/wire/live-clients.ts";
import { createPrepare, watchedOf } from "../../support/live-queries.ts";
import type { Identity } from "../../../src/wire/caller.ts";
import type { Call, QueryOutcome } from "../../../src/functions/run/calls.ts";
import type { QuarantinedQuery } from "../../../src/wire/quarantine.ts";
import type { Snapshot } from "../../../src/database/transactions/snapshot.ts";

const nobodyReads = { documents: new Set<string>(), ranges: [] };

type Answer = { value?: unknown; message?: string; readIdentity?: boolean; waitFor?: Gate };

/** Live queries over functions that answer what a test says, whenever it says so. */
function openRounds(options: {
  answer: (call: Call) => Answer;
  halves?: Record<string, { gate: string; body: string }>;
  quarantine?: QuarantinedQuery[];
}) {
  const sent: { client: number; identity: number; results: string[] }[] = [];
  const ran: string[] = [];
  const later: { ms: number; work: () => void }[] = [];
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
  const rounds: LiveRounds = new LiveRounds({
    database: {
      latest: 1n,
      snapshot: () => ({ ts: 1n, close: () => undefined }) as unknown as Snapshot,
      onCommit: () => () => undefined,
    },
    query,
    prepare: createPrepare(options.halves),
    invalidation: { set: () => undefined, delete: () => undefined, match: () => new Set() },
    post: ({ updates, results }) => {
      for (const update of updates) {
        sent.push(told(update, results));
        rounds.drained(update.client);
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
      querySet: 1,
      queries: paths.map((path, queryId) => watchedOf(path, { queryId })),
    });
  const pass = () => {
    nowMs += 60_000;
    for (const { work } of later.splice(0)) work();
  };
  return { rounds, open, sent, ran, pass };
}

function told({ client, identity, changes }: ClientUpdate, results: QueryResult[]) {
  const texts = changes.map(({ result }) => (result === null ? "gone" : results[result]!.text));
  return { client, identity, results: texts.map(valueOf) };
}

function valueOf(text: string): string {
  const { value, errorMessage } = JSON.parse(`{${text}`) as Record<string, string>;
  return value ?? errorMessage ?? "";
}

function identityOf(subject: string | null): Identity | null {
  return subject === null ? null : { tokenIdentifier: subject, issuer: "test", subject };
}

/** Callers that the watcher of a query becomes, one after the other, while a run of it is under way. */
async function becomesMeanwhile(
  { rounds, open }: ReturnType<typeof openRounds>,
  run: Gate,
  subjects: (string | null)[],
): Promise<void> {
  open(1, "ann", ["a:b"]);
  await settle();
  for (const [index, subject] of subjects.entries()) {
    const caller = { version: index + 2, identity: identityOf(subject), isAdmin: false };
    rounds.clients.setIdentity(1, caller);
  }
  run.open();
  await settle();
}

/** Long enough for everything that is not waiting for a gate. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const halves = {
  "a:b": { gate: "a:b#gate", body: "a:b#body" },
  "a:c": { gate: "a:b#gate", body: "a:c#body" },
};
const letsInAnn = ({ identity }: Call): Answer =>
  identity?.subject === "ann" ? { value: "in" } : { message: "Not a guest" };

test("who becomes someone else while a run is under way never gets that run's answer [L3]", async () => {
  const waitFor = createGate();
  const live = openRounds({
    answer: ({ identity }) => ({
      value: `for ${identity?.subject}`,
      readIdentity: true,
      ...(identity?.subject === "ann" ? { waitFor } : {}),
    }),
  });

  await becomesMeanwhile(live, waitFor, ["eve"]);

  expect(live.sent).toEqual([{ client: 1, identity: 2, results: ["for eve"] }]);
});

test.each(["a:b#gate", "a:b#body"])(
  "who becomes someone else while %s is under way passes the new one's gate first [L11]",
  async (path) => {
    const waitFor = createGate();
    const live = openRounds({
      halves,
      answer: (call) => ({
        ...(call.path.endsWith("#gate") ? letsInAnn(call) : { value: "secret" }),
        ...(call.path === path && call.identity?.subject !== "eve" ? { waitFor } : {}),
      }),
    });

    await becomesMeanwhile(live, waitFor, ["eve"]);

    expect(live.sent).toEqual([{ client: 1, identity: 2, results: ["Not a guest"] }]);
  },
);

test("who signs out and in again while the gate is under way gets one answer, the last [L11]", async () => {
  const waitFor = createGate();
  const live = openRounds({
    halves,
    answer: (call) => ({
      ...(call.path.endsWith("#gate") ? letsInAnn(call) : { value: "secret" }),
      ...(call.identity === null ? {} : { waitFor }),
    }),
  });

  await becomesMeanwhile(live, waitFor, [null, "ann"]);

  expect(live.sent).toEqual([{ client: 1, identity: 3, results: ["secret"] }]);
  expect(live.ran.filter((run) => run.includes("nobody"))).toEqual(["a:b#body for nobody"]);
});

test("who joins others while the gate is asked for them is let in by a gate of their own [L11]", async () => {
  const { open, sent } = openRounds({
    halves,
    answer: (call) => (call.path.endsWith("#gate") ? letsInAnn(call) : { value: "secret" }),
  });

  open(1, "ann", ["a:b"]);
  open(2, "eve", ["a:b"]);
  open(3, null, ["a:b"]);
  open(4, "ann", ["a:b"]);
  await settle();

  expect(sent.map(({ client, results }) => [client, ...results])).toEqual([
    [1, "secret"],
    [2, "Not a guest"],
    [3, "Not a guest"],
    [4, "secret"],
  ]);
});

const held = (withGate: boolean): QuarantinedQuery => ({
  path: "a:b",
  argsHash: createHash("sha256").update("[{}]").digest("base64"),
  untilMs: 60_000,
  withGate,
});

test("a body in quarantine fails alone and is run again after a minute; its gate lets in to all else [B6] [L11]", async () => {
  const { open, sent, ran, pass } = openRounds({
    halves,
    quarantine: [held(false)],
    answer: ({ path }) => ({ value: path }),
  });
  open(1, "ann", ["a:b", "a:c"]);
  await settle();
  const ranBefore = [...ran];

  pass();
  await settle();

  expect(ranBefore).toEqual(["a:b#gate for ann", "a:c#body for nobody"]);
  expect(sent.map(({ results }) => results)).toEqual([
    ["Function execution timed out", "a:c#body"],
    ["a:b#body"],
  ]);
});

test("a gate that blocked the thread is not asked for a minute either [B6] [L11]", async () => {
  const { open, sent, ran, pass } = openRounds({
    halves,
    quarantine: [held(true)],
    answer: ({ path }) => ({ value: path }),
  });
  open(1, "ann", ["a:b"]);
  await settle();
  const ranBefore = [...ran];

  pass();
  await settle();

  expect(ranBefore).toEqual([]);
  expect(sent.map(({ results }) => results)).toEqual([
    ["Function execution timed out"],
    ["a:b#body"],
  ]);
});

const sees = ({ identity }: Call) => ({ value: { prices: identity?.subject === "ann" } });
const pricesOf = ({ given }: Call) => (given === '{"prices":true}' ? "price 100" : "no price");

test("who becomes someone else gets nothing that was run for the first one's sight [L15]", async () => {
  const waitFor = createGate();
  const live = openRounds({
    halves,
    answer: (call) => {
      if (call.path.endsWith("#gate")) return sees(call);
      const value = pricesOf(call);
      return value === "price 100" ? { value, waitFor } : { value };
    },
  });

  await becomesMeanwhile(live, waitFor, ["eve"]);

  expect(live.sent).toEqual([{ client: 1, identity: 2, results: ["no price"] }]);
});

test("a body in quarantine is run for no answer of its gate, and a minute later for each [B6] [L15]", async () => {
  const { open, sent, ran, pass } = openRounds({
    halves,
    quarantine: [held(false)],
    answer: (call) => (call.path.endsWith("#gate") ? sees(call) : { value: pricesOf(call) }),
  });
  open(1, "ann", ["a:b"]);
  open(2, "eve", ["a:b"]);
  await settle();
  const ranBefore = [...ran];

  pass();
  await settle();

  expect(ranBefore).toEqual(["a:b#gate for ann", "a:b#gate for eve"]);
  expect(sent.map(({ client, results }) => [client, ...results])).toEqual([
    [1, "Function execution timed out"],
    [2, "Function execution timed out"],
    [1, "price 100"],
    [2, "no price"],
  ]);
});
