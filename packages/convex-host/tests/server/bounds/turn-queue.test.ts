import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { TurnQueue } from "../../../src/server/bounds/turn-queue.ts";
import { LateTurns } from "../../../src/server/bounds/waiting-callers.ts";

const never = (): boolean => false;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Opens a queue. Returns the names in the order of their turns, and a function that ends the oldest turn. */
function openQueue({
  atOnce = 1,
  atOnceOfOne = 1,
  overdueOfOne = 10,
  waitingOfOne = 10,
  longestMs = 60_000,
  fewestFirst = false,
} = {}) {
  const bounds = { atOnce, atOnceOfOne, overdueOfOne, waitingOfOne };
  const queue = new TurnQueue({ ...bounds, longestMs, fewestFirst });
  const begun: string[] = [];
  const running: { name: string; end: () => void }[] = [];
  const ask = (name: string, { isGone = never } = {}) => {
    void queue.take({ name, isGone }).then((end) => {
      if (end === null) return begun.push(`${name} is gone`);
      running.push({ name, end });
      return begun.push(name);
    });
  };
  const endOne = async () => {
    running.shift()?.end();
    await settled();
  };
  const endAll = async () => {
    while (running.length > 0) await endOne();
  };
  return { queue, begun, running, ask, endOne, endAll };
}

test("callers have turns one after another, however many calls each has waiting [B19]", async () => {
  const { begun, ask, endAll } = openQueue();
  for (let times = 0; times < 5; times++) ask("greedy");
  ask("honest");
  ask("other");
  ask("honest");

  await settled();
  await endAll();

  expect(begun.slice(0, 6)).toEqual(["greedy", "honest", "other", "greedy", "honest", "greedy"]);
  expect(begun).toHaveLength(8);
});

test("who gave up has no turn and keeps nobody's [B19]", async () => {
  const { queue, begun, ask, endAll } = openQueue({ waitingOfOne: 3 });
  let isGone = false;
  ask("working");
  for (let times = 0; times < 3; times++) ask("leaving", { isGone: () => isGone });
  ask("staying");
  await settled();
  expect(queue.isFull("leaving")).toBe(true);

  isGone = true;
  await endAll();

  const gone = "leaving is gone";
  expect(begun.toSorted()).toEqual([gone, gone, gone, "staying", "working"]);
  expect(queue.isFull("leaving")).toBe(false);
});

test("who gave up leaves a place to wait, also where the caller has no turn for long [B19]", async () => {
  const { queue, begun, ask } = openQueue({ waitingOfOne: 3 });
  let isGone = false;
  ask("caller");
  for (let times = 0; times < 3; times++) ask("caller", { isGone: () => isGone });
  await settled();
  expect(queue.isFull("caller")).toBe(true);

  isGone = true;
  expect(queue.isFull("caller")).toBe(false);
  await settled();
  expect(begun).toEqual(["caller", ...new Array<string>(3).fill("caller is gone")]);
});

test("what lasts longer than a turn is not counted any more [B19]", async () => {
  const { running, ask, endAll } = openQueue({ longestMs: 1 });
  ask("waiting for mail");
  ask("waiting for mail");

  await expect.poll(() => running.length).toBe(2);
  await endAll();
});

test("one caller has so many calls that last longer than a turn; others have their turns beside them [B19]", async () => {
  const { begun, ask, endOne } = openQueue({ longestMs: 1, overdueOfOne: 2 });
  for (let times = 0; times < 4; times++) ask("slow");
  await expect.poll(() => begun).toEqual(["slow", "slow"]);
  ask("honest");
  ask("honest");
  await expect.poll(() => begun.slice(2)).toEqual(["honest", "honest"]);

  await endOne();

  await expect.poll(() => begun.slice(4)).toEqual(["slow"]);
});

test("no more than may have turns at once, of all and of one, whatever comes and ends [B19]", async () => {
  const step = fc.constantFrom("a", "b", "c", "end");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { begun, running, ask, endOne, endAll } = openQueue({ atOnce: 3, atOnceOfOne: 2 });
      const asked = steps.filter((one) => one !== "end");
      for (const one of steps) {
        if (one === "end") await endOne();
        else ask(one);
        await settled();
        expect(running.length).toBeLessThanOrEqual(3);
        for (const name of "abc")
          expect(running.filter((one) => one.name === name).length).toBeLessThanOrEqual(2);
      }
      await endAll();
      expect(begun.toSorted()).toEqual(asked.toSorted());
    }),
    { numRuns: 50 },
  );
});

test("a newcomer does not wait for thousands who ask again and again, nor with what follows [B19]", async () => {
  const { begun, ask, endOne } = openQueue({ fewestFirst: true });
  const crowd = Array.from({ length: 200 }, (_, at) => `stranger ${at}`);
  for (const name of crowd) ask(name);
  await settled();
  for (let times = 0; times < 2000; times++) {
    const name = crowd[times % crowd.length]!;
    await endOne();
    ask(name);
  }

  for (let times = 0; times < 4; times++) {
    ask("newcomer");
    await endOne();
    await endOne();
  }

  expect(begun.slice(-8).filter((name) => name === "newcomer")).toHaveLength(4);
});

test("whoever asked much has turns again when it asks less [B19]", () => {
  let nowMs = 0;
  const late = new LateTurns(() => nowMs);
  for (let times = 0; times < 100; times++) late.add("ann");
  const lines = [late.lineOf("ann"), late.lineOf("ben")];

  for (let minute = 1; minute < 8; minute++) {
    nowMs += 61_000;
    late.add("ben");
    lines.push(late.lineOf("ann"));
  }

  expect(lines).toEqual([5, 0, 5, 4, 3, 2, 2, 1, 0]);
});

/** The only late call that its caller may have, with an answer of which the client has taken `taken()` bytes. */
async function lateAnswer(taken: () => number | null) {
  const { queue, begun, ask } = openQueue({ atOnce: 5, overdueOfOne: 1, longestMs: 1 });
  const look = vi.fn(taken);
  const cut = vi.fn<() => void>();
  const end = await queue.take({ name: "phone", isGone: never, reader: { taken: look, cut } });
  cut.mockImplementation(() => end?.());
  await expect.poll(() => look.mock.calls.length).toBe(1);
  const lateAt = performance.now();
  const clock = vi.spyOn(performance, "now");
  const askAfter = async (ms: number) => {
    clock.mockReturnValue(lateAt + ms);
    ask("phone");
    await settled();
  };
  return { begun, cut, askAfter };
}

test("an answer that nobody reads for half a minute makes room for a call of its caller [B19]", async () => {
  const { begun, cut, askAfter } = await lateAnswer(() => 64);

  await askAfter(29_000);
  expect(begun).toEqual([]);
  await askAfter(30_000);

  expect(cut).toHaveBeenCalledOnce();
  expect(begun).toContain("phone");
});

test.each([
  { answer: "an answer that is read slowly", taken: [64, 65, 66] },
  { answer: "a call whose client waits for more", taken: [null, null, null] },
])("$answer keeps its place [B19]", async ({ taken }) => {
  const left = [...taken];
  const { begun, cut, askAfter } = await lateAnswer(() => left.shift() ?? null);

  await askAfter(30_000);
  await askAfter(60_000);

  expect(cut).not.toHaveBeenCalled();
  expect(begun).toEqual([]);
});
