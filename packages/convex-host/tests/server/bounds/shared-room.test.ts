import { expect, onTestFinished, test, vi } from "vitest";
import { type Share, SharedRoom } from "../../../src/server/bounds/shared-room.ts";
import { strangersAt } from "../../../src/wire/caller.ts";

const never = (): boolean => false;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function openRoom({ patienceMs = 60_000, waitingOfOne = 1_000 } = {}) {
  const room = new SharedRoom({ bytes: 100, bytesOfOne: 60, waitingOfOne, patienceMs });
  const got: string[] = [];
  const shares = new Map<string, Share>();
  const ask = (name: string, bytes: number, { ms = 60_000, isGone = never } = {}) => {
    const cut = () => got.push(`${name} ${bytes} is cut`);
    void room.take({ name, bytes, ms, isGone, cut }).then((share) => {
      got.push(share === null ? `nothing for ${name}` : name);
      if (share !== null) shares.set(name, share);
    });
  };
  const end = async (name: string) => {
    shares.get(name)?.giveBack();
    await settled();
  };
  return { got, ask, end, arrived: (name: string) => shares.get(name)?.arrived() };
}

test("there is so much room for all, and who finds none has it when it is given back [B20]", async () => {
  const { got, ask, end } = openRoom();
  ask("a", 60);
  ask("b", 40);
  ask("c", 10);
  ask("d", 10);
  await settled();
  expect(got).toEqual(["a", "b"]);

  await end("b");
  expect(got).toEqual(["a", "b", "c", "d"]);
});

test("one caller has so much, and holds up nobody else [B20]", async () => {
  const { got, ask, end } = openRoom();
  ask("greedy", 50);
  ask("greedy", 50);
  ask("honest", 50);
  await settled();
  expect(got).toEqual(["greedy", "honest"]);

  await end("greedy");
  expect(got).toEqual(["greedy", "honest", "greedy"]);
});

test("who has nothing comes before who has much, whoever came first [B20]", async () => {
  const { got, ask, end } = openRoom();
  ask("greedy", 30);
  ask("other", 60);
  ask("greedy", 30);
  ask("honest", 30);
  await settled();
  expect(got).toEqual(["greedy", "other"]);

  await end("other");
  expect(got).toEqual(["greedy", "other", "honest", "greedy"]);
});

test("who holds much without filling it makes room for those who have less, the last that came first [B20]", async () => {
  const { got, ask } = openRoom({ patienceMs: 1 });
  for (const bytes of [30, 25]) ask("greedy", bytes);
  ask("other", 40);
  await settled();
  expect(got).toEqual(["greedy", "greedy", "other"]);

  ask("honest", 20);
  await expect.poll(() => got.slice(3)).toEqual(["greedy 25 is cut", "honest"]);
});

test("nothing is cut that has arrived, nor for who would have as much, nor where it would not do [B20]", async () => {
  const { got, ask, arrived } = openRoom({ patienceMs: 1 });
  ask("arrived", 60);
  ask("equal", 30);
  await settled();
  arrived("arrived");

  ask("honest", 30);
  ask("much", 45, { ms: 20 });

  await expect.poll(() => got).toEqual(["arrived", "equal", "nothing for much"]);
});

test("many who send as much slowly keep the room from each other, and not from those who send less [B20]", async () => {
  const { got, ask, end } = openRoom({ patienceMs: 1 });
  for (const name of ["a", "b", "c", "d"]) ask(name, 50);
  await settled();
  expect(got).toEqual(["a", "b"]);
  ask("honest", 10);
  await expect.poll(() => got.slice(2)).toEqual(["b 50 is cut", "honest"]);

  ask("small", 10);
  await settled();
  expect(got.slice(4)).toEqual(["small"]);
  await end("a");
  expect(got.slice(5)).toEqual(["c"]);
});

test("who needs much is not passed by those who need little [B20]", async () => {
  const { got, ask, end } = openRoom();
  ask("a", 60);
  ask("large", 60);
  ask("small", 10);
  await settled();
  expect(got).toEqual(["a"]);

  await end("a");
  expect(got).toEqual(["a", "large", "small"]);
});

test("who waited long enough, or left, gets none and keeps none [B20]", async () => {
  const { got, ask, end } = openRoom();
  ask("a", 60);
  ask("late", 50, { ms: 1 });
  await expect.poll(() => got).toEqual(["a", "nothing for late"]);

  let isGone = false;
  ask("leaving", 50, { isGone: () => isGone });
  ask("next", 50);
  isGone = true;
  await end("a");
  expect(got.slice(2)).toEqual(["nothing for leaving", "next"]);
});

test("one caller has so many bodies waiting, and all strangers as many [B20]", async () => {
  const { got, ask } = openRoom({ waitingOfOne: 2 });
  ask("full", 60);
  ask("of all", 40);
  const [one, other] = [strangersAt("192.0.2.1"), strangersAt("192.0.2.2")];
  for (const name of ["eve", "eve", "eve", "ann", one, other, one]) ask(name, 10);
  let isGone = false;
  for (let times = 0; times < 2; times++) ask("bob", 10, { isGone: () => isGone });
  await settled();
  expect(got).toEqual(["full", "of all", "nothing for eve", `nothing for ${one}`]);

  // Waiting bodies whose clients have left do not count.
  isGone = true;
  ask("bob", 20);
  await settled();
  expect(got.slice(4)).toEqual(["nothing for bob", "nothing for bob"]);
});

test("many that have lost patience, each with less than the one before, are looked through once [B20]", async () => {
  const { got, ask, arrived } = openRoom({ patienceMs: 1 });
  for (const name of ["a", "b"]) ask(name, 50);
  await settled();
  for (const name of ["a", "b"]) arrived(name);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const looks = vi.spyOn(Map.prototype, "get");
  onTestFinished(() => {
    vi.useRealTimers();
    looks.mockRestore();
  });

  const many = 300;
  for (let at = 0; at < many; at++) ask("c", 60 - at / many);
  expect(looks.mock.calls.length).toBeLessThan(20 * many);
  vi.advanceTimersByTime(1);
  await settled();

  expect(got).toEqual(["a", "b"]);
  looks.mockClear();
  ask("d", 10);
  await settled();
  expect(looks.mock.calls.length).toBeLessThan(20 * many);
});
