import { expect, test } from "vitest";
import { openRounds, settle } from "../../support/open-rounds.ts";
import { createGate } from "../../support/gate.ts";

const everyone = { value: "all items", readIdentity: false };
const writers = [0, 1, 2, 3, 4];

test("clients who wait for their own writes get the answers that are there in one message [L10]", async () => {
  const { rounds, open, posts } = openRounds({ answer: () => everyone });
  for (const client of writers) open(client, `person ${client}`, ["items:list"]);
  await settle();
  posts.length = 0;

  for (const client of writers) rounds.answered(client, 1n);
  await settle();

  expect(posts).toEqual([writers]);
});

test("a client who waits for the own write does not wait for the query of another [L10]", async () => {
  const gate = createGate();
  const { rounds, open, sent } = openRounds({
    answer: ({ path }) => (path === "slow:list" ? { ...everyone, waitFor: gate } : everyone),
  });
  open(0, "ann", ["items:list"]);
  await settle();
  sent.length = 0;

  rounds.answered(0, 1n);
  open(1, "bob", ["slow:list"]);
  rounds.answered(1, 1n);
  await settle();
  expect(sent.map(({ client }) => client)).toEqual([0]);

  gate.open();
  await settle();
  expect(sent.map(({ client }) => client)).toEqual([0, 1]);
});

test("a commit that leaves all that its client watches as it was is shown without a turn, behind its answer [L6]", async () => {
  const { rounds, open, sent, ran, posts } = openRounds({ answer: () => everyone });
  for (const client of writers) open(client, `person ${client}`, ["items:list"]);
  await settle();
  const runs = ran.length;
  sent.length = 0;
  posts.length = 0;

  for (const client of writers) rounds.answered(client, 1n);
  expect(sent).toEqual([]);
  await new Promise((resolve) => process.nextTick(resolve));

  expect(posts).toEqual([writers]);
  expect(sent.map(({ results }) => results)).toEqual(writers.map(() => []));
  expect(ran.length).toBe(runs);
});

test("a client that has not read its last news is not told that nothing changed before it has [L8]", async () => {
  const { rounds, open, sent } = openRounds({ answer: () => everyone, isDeaf: () => true });
  open(0, "ann", ["items:list"]);
  await settle();

  rounds.answered(0, 1n);
  await settle();
  expect(sent.map(({ results }) => results)).toEqual([["all items"]]);

  rounds.drained(0);
  await settle();
  expect(sent.map(({ results }) => results)).toEqual([["all items"], []]);
});

test("rounds that are stopped while they wait for their turn run no query, because the database may be closed [L5]", async () => {
  const { rounds, open, ran } = openRounds({ answer: () => everyone });
  open(0, "ann", ["items:list"]);

  rounds.stop();
  await settle();

  expect(ran).toEqual([]);
});

test("rounds that are stopped while a client waits for its next turn run none of its other queries [L5]", async () => {
  const { rounds, open, ran, pass } = openRounds({
    answer: () => {
      pass(5);
      return everyone;
    },
  });
  open(0, "ann", ["items:list", "items:count"]);
  while (ran.length === 0) await new Promise((resolve) => setImmediate(resolve));

  rounds.stop();
  await settle();

  expect(ran).toEqual(["items:list for ann"]);
});
