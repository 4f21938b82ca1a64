import { expect, test } from "vitest";
import { SharedRoom } from "../../../src/server/bounds/shared-room.ts";

const never = (): boolean => false;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function openRoom() {
  const room = new SharedRoom({ bytes: 100, bytesOfOne: 60 });
  const got: string[] = [];
  const giveBack = new Map<string, () => void>();
  const ask = (name: string, bytes: number, { ms = 60_000, isGone = never } = {}) => {
    void room.take({ name, bytes, ms, isGone }).then((back) => {
      got.push(back === null ? `nothing for ${name}` : name);
      if (back !== null) giveBack.set(name, back);
    });
  };
  const end = async (name: string) => {
    giveBack.get(name)?.();
    await settled();
  };
  return { got, ask, end };
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
