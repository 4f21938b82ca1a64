import { expect, test } from "vitest";
import { watchedOf } from "../../support/live-queries.ts";
import { WatcherPause } from "../../../src/functions/live/watcher-pause.ts";
import { openRounds, settle } from "../../support/open-rounds.ts";

/** Three clients that watch one list, in which the number is another after each write. The clock stands still. */
async function threeWhoWatch() {
  const state = { number: 0 };
  const live = openRounds({ answer: ({ path }) => ({ value: `${path} ${state.number}` }) });
  for (const client of [0, 1, 2]) live.open(client, `person ${client}`, ["items:list"]);
  await settle();
  live.sent.length = 0;
  /** These clients write at once. */
  const write = async (...writers: number[]) => {
    state.number += 1;
    live.change();
    for (const writer of writers) live.rounds.answered(writer, 1n);
    await settle();
  };
  const told = () => live.sent.splice(0).map(({ client, results }) => [client, ...results]);
  return { ...live, write, told };
}

test("while several write at once, whoever only watches is told the newest state when the pause is over [L12]", async () => {
  const { write, told, pass } = await threeWhoWatch();

  for (const number of [1, 2, 3]) {
    await write(0, 1);
    expect(told()).toEqual([
      [0, `items:list ${number}`],
      [1, `items:list ${number}`],
    ]);
  }
  pass();
  await settle();

  expect(told()).toEqual([[2, "items:list 3"]]);
});

test("a pause that has begun goes on over the write of one, which is told to its client at once [L6] [L12]", async () => {
  const { write, told, pass } = await threeWhoWatch();
  await write(0, 1);
  told();

  await write(0);
  expect(told()).toEqual([[0, "items:list 2"]]);
  pass();
  await settle();

  expect(told()).toEqual([
    [2, "items:list 2"],
    [1, "items:list 2"],
  ]);
});

test("the writes of one at a time are told to everybody at once [L12]", async () => {
  const { write, told } = await threeWhoWatch();

  for (const number of [1, 2, 3]) {
    await write(0);
    expect(told()).toEqual([0, 1, 2].map((client) => [client, `items:list ${number}`]));
  }
});

test("whoever asks something is answered in the pause of others [L12]", async () => {
  const { write, told, open, rounds } = await threeWhoWatch();
  await write(0, 1);
  told();

  open(3, "person 3", ["items:list"]);
  const other = watchedOf("other:list", { queryId: 1 });
  rounds.clients.modify(2, { version: 2, add: [other], remove: [] });
  await settle();

  expect(told()).toEqual([
    [2, "items:list 1", "other:list 1"],
    [3, "items:list 1"],
  ]);
});

test("nobody pauses where not all who watch were served the last time [L10] [L12]", () => {
  let waitsSinceMs = 0;
  const pause = new WatcherPause({
    due: {
      hasManyUrgent: () => true,
      longestWaitMs: (nowMs) => nowMs - waitsSinceMs,
      some: () => true,
    },
    ...{ after: () => undefined, serve: () => undefined },
  });
  const slice = (startMs: number, during: () => void = () => undefined) => {
    pause.begin(startMs, 1n);
    during();
    pause.end(startMs + 3);
    return pause.holds({ owesTransition: false });
  };
  const served = (ms: number) => () => void (waitsSinceMs = ms);

  // Somebody has waited since before the slice.
  expect(slice(10)).toBe(false);
  expect(slice(15, served(16))).toBe(false);
  // All were served in the last one.
  expect(slice(20, served(22))).toBe(true);
  expect(slice(35)).toBe(true);
  // The turn of one was over before it was served.
  expect(slice(40, () => [served(42)(), pause.leftOne()])).toBe(false);
  expect(slice(45)).toBe(false);
});

test("one alarm ends a pause, however often the rounds stop before its end [L12]", () => {
  const alarms: (() => void)[] = [];
  const pause = new WatcherPause({
    due: { hasManyUrgent: () => true, longestWaitMs: () => 0, some: () => false },
    ...{ after: (_, work) => void alarms.push(work), serve: () => undefined },
  });

  for (const nowMs of [1, 2, 3]) pause.setAlarm(nowMs);
  expect(alarms).toHaveLength(1);
  alarms[0]!();
  pause.setAlarm(30);
  expect(alarms).toHaveLength(2);
});
