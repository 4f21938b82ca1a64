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
