import { expect, test } from "vitest";
import { createGate, type Gate } from "../../support/gate.ts";
import {
  halves,
  identityOf,
  letsInAnn,
  openRounds,
  pricesOf,
  sees,
  settle,
} from "../../support/open-rounds.ts";

/** Changes the identity of a watching client to each of these subjects in turn, while its query runs. */
async function becomesMeanwhile(
  { rounds, open }: ReturnType<typeof openRounds>,
  run: Gate,
  subjects: (string | null)[],
): Promise<void> {
  open(1, "ann", ["a:b"]);
  await settle();
  for (const [index, subject] of subjects.entries()) {
    const identity = identityOf(subject);
    const caller = { version: index + 2, identity, isAdmin: false, taker: subject };
    rounds.clients.setIdentity(1, caller);
  }
  run.open();
  await settle();
}

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
