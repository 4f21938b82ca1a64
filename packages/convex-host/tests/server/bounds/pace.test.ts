import { expect, test } from "vitest";
import { Pace, spendWithAll } from "../../../src/server/bounds/pace.ts";

const limits = { bytesPerSecond: 1000, mostBytes: 5000, busyMsPerSecond: 100, mostBusyMs: 400 };

function startPaces() {
  const clock = { nowMs: 0 };
  const newPace = () => new Pace(limits, () => clock.nowMs);
  return { clock, newPace };
}

test("who has sent much waits until it is what they may send in that time [B15]", () => {
  const { clock, newPace } = startPaces();
  const pace = newPace();
  const send = (bytes: number) => pace.spend({ bytes, busyMs: 0 });

  const waits = [send(4000), send(1000), send(2000)];
  clock.nowMs += 2000;
  waits.push(send(500));
  clock.nowMs += 100_000;
  waits.push(send(5000), send(500));

  expect(waits).toEqual([0, 0, 2000, 500, 0, 500]);
});

test("messages that keep the host busy are counted by that, ordinary ones are not [B15]", () => {
  const { newPace } = startPaces();
  const pace = newPace();

  const ordinary = Array.from({ length: 15 }, () => pace.spend({ bytes: 10, busyMs: 0.9 }));
  const heavy = [pace.spend({ bytes: 10, busyMs: 401 }), pace.spend({ bytes: 10, busyMs: 51 })];

  expect([...new Set(ordinary), ...heavy]).toEqual([0, 0, 500]);
});

test("however short, a message is some work [B15]", () => {
  const { newPace } = startPaces();
  const pace = newPace();

  const waits = Array.from({ length: 40 }, () => pace.spend({ bytes: 1, busyMs: 0 }));

  expect([waits[0], waits.at(-1)]).toEqual([0, 40 * 256 - 5000]);
});

test("when all together have sent too much, only who sent much of it waits [B15]", () => {
  const { newPace } = startPaces();
  const [all, greedy, modest] = [newPace(), newPace(), newPace()];
  const by = (pace: Pace, bytes: number) => spendWithAll(pace, all, { bytes, busyMs: 0 });

  const waits = [by(greedy, 4000), by(newPace(), 2000), by(modest, 500), by(greedy, 1000)];

  expect(waits).toEqual([0, 0, 0, 2500]);
});
