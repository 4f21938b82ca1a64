import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { LiveClient } from "../../../src/functions/live/live-client.ts";
import type { LiveQuery } from "../../../src/functions/live/live-query.ts";
import {
  forgetUnread,
  hasText,
  type SentResult,
} from "../../../src/functions/live/sent-results.ts";
import type { QueryResult } from "../../../src/wire/live-clients.ts";
import { identityOf, openRounds, settle } from "../../support/open-rounds.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Clients that watch a changing list; clients with a number below 100 do not read. */
function openList() {
  let version = 1;
  const live = openRounds({
    answer: ({ path, identity }) =>
      path === "a:own" ? { value: identity?.subject, readIdentity: true } : { value: version },
    isDeaf: (client) => client < 100,
  });
  const setVersion = async (next: number) => {
    version = next;
    live.change();
    await settle();
  };
  /** Returns the texts of the answers that are still in memory. */
  const kept = () => {
    collect();
    return live.answers.flatMap((answer) => answer.deref()?.text ?? []).map(valueOf);
  };
  return { ...live, setVersion, kept };
}

function valueOf(text: string): unknown {
  return (JSON.parse(`{${text}`) as { value: unknown }).value;
}

test("of clients that do not read, each sent another state of a list, the last answer alone is kept [B24]", async () => {
  const { open, setVersion, kept } = openList();
  for (let client = 1; client <= 20; client += 1) {
    open(client, "eve", ["a:list"]);
    await setVersion(client + 1);
  }

  expect(kept()).toEqual([21]);

  open(100, "ann", ["a:list"]);
  await setVersion(22);
  expect(kept()).toEqual([22]);
});

test("a client that reads again is sent what it does not have, and nothing else [B24, L4, L8]", async () => {
  const { rounds, open, setVersion, sent } = openList();
  open(1, "eve", ["a:list"]);
  open(2, "eve", ["a:list"]);
  await settle();
  await setVersion(2);
  rounds.drained(1);
  await settle();
  await setVersion(1);
  sent.length = 0;

  rounds.drained(1);
  rounds.drained(2);
  await settle();

  expect(sent).toEqual([{ client: 1, identity: 1, results: [1] }]);
});

test("an answer that its caller may not have any more is kept for nobody [B24]", async () => {
  const { rounds, open, kept } = openList();
  open(1, "eve", ["a:own"]);
  open(2, "bob", ["a:own"]);
  await settle();

  const eve = { identity: identityOf("bob"), isAdmin: false, taker: "bob" };
  rounds.clients.setIdentity(1, { version: 2, ...eve });
  await settle();

  expect(kept()).toEqual(["bob"]);
});

test("an answer that nobody watches is not kept for others with the same question [B24]", async () => {
  const { rounds, open, kept } = openList();
  open(1, "bob", ["a:own"]);
  await settle();
  open(2, "eve", ["a:own"]);
  await settle();

  rounds.clients.close(2);
  await settle();

  expect(kept()).toEqual(["bob"]);
});

test("whoever did not read is compared with one digest of an answer, however many they are [B24]", () => {
  let reads = 0;
  const resultOf = (text: string): QueryResult => ({
    get text() {
      reads += 1;
      return text;
    },
    journal: null,
  });
  const [before, between, again] = ["one", "two", "one"].map(resultOf);
  const watches = new Set(
    Array.from({ length: 100 }, () => ({ sent: before as SentResult, client: { isBusy: true } })),
  );
  const query = { result: between, watches } as unknown as LiveQuery<LiveClient>;

  forgetUnread(query, before!);
  const known = [...watches].map(({ sent }) => hasText(sent, again!));

  expect(known).toEqual(Array.from(watches, () => true));
  expect(reads).toBe(2);
});
