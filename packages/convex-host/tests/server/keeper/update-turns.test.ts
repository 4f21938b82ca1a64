import { expect, test } from "vitest";
import { UpdateTurns } from "../../../src/server/keeper/update-turns.ts";
import type { ClientUpdate } from "../../../src/wire/live-clients.ts";

/** Makes update turns under a clock that advances by one millisecond with each update. */
function turnsOf() {
  const passed: number[] = [];
  const later: (() => void)[] = [];
  let now = 0;
  const turns = new UpdateTurns({
    pass: ({ client }) => {
      passed.push(client);
      now += 1;
    },
    now: () => now,
    later: (work) => later.push(work),
  });
  const wait = (ms: number) => (now += ms);
  const nextTurn = () => later.shift()?.();
  return { turns, passed, wait, nextTurn, hasTurn: () => later.length > 0 };
}

const updatesOf = (from: number, count: number) => ({
  results: [],
  updates: Array.from({ length: count }, (_, at): ClientUpdate => ({
    client: from + at,
    querySet: 1,
    identity: 1,
    ts: 1n,
    changes: [],
  })),
});

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + at);

test("a small batch is passed on before what is left of a large one, and of that nothing is lost [L10]", () => {
  const { turns, passed, nextTurn, hasTurn } = turnsOf();
  turns.add(updatesOf(0, 100));
  expect(passed).toEqual([0]);
  turns.add(updatesOf(500, 1));
  expect(passed).toEqual([0, 500]);

  let count = 0;
  for (; hasTurn(); count += 1) nextTurn();
  expect(passed).toEqual([0, 500, ...numbers(1, 99)]);
  expect(count).toBeGreaterThan(50);
});

test("a turn is as long as what else was done since the last one, within bounds [L10]", () => {
  const { turns, passed, wait, nextTurn } = turnsOf();
  turns.add(updatesOf(0, 100));
  for (const [otherMs, count] of [
    [5, 5],
    [0, 1],
    [300, 10],
  ] as const) {
    const before = passed.length;
    wait(otherMs);
    nextTurn();
    expect(passed.length - before).toBe(count);
  }
});

test("large batches are passed on in the order in which they came [L5]", () => {
  const { turns, passed, nextTurn, hasTurn } = turnsOf();
  turns.add(updatesOf(0, 3));
  turns.add(updatesOf(10, 3));
  while (hasTurn()) nextTurn();
  expect(passed).toEqual([0, 10, 1, 2, 11, 12]);
});

test("all that waits is passed on at once when a new thread needs it, and each once [L7]", () => {
  const { turns, passed, nextTurn } = turnsOf();
  turns.add(updatesOf(0, 20));
  turns.add(updatesOf(50, 20));
  turns.finish();
  nextTurn();
  expect(passed.toSorted((a, b) => a - b)).toEqual([...numbers(0, 20), ...numbers(50, 20)]);
});

test("no update overtakes an earlier one of the same client [L5]", () => {
  const { turns, passed, nextTurn, hasTurn } = turnsOf();
  turns.add(updatesOf(0, 3));
  turns.add(updatesOf(2, 1));
  expect(passed).toEqual([0]);
  while (hasTurn()) nextTurn();
  expect(passed).toEqual([0, 1, 2, 2]);
  turns.add(updatesOf(2, 1));
  expect(passed).toEqual([0, 1, 2, 2, 2]);
});
