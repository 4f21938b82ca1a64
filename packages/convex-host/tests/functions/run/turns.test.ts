import { expect, onTestFinished, test, vi } from "vitest";
import { queryGeneric } from "convex/server";
import { Rotation } from "../../../src/functions/run/rotation.ts";
import { strangersAt } from "../../../src/wire/caller.ts";
import { callOf, personOf, startEngine, valueOf } from "../../support/started-engine.ts";

/** Imports a fresh copy of the module, under a clock that the test sets. */
async function turnsAt(clock: { ms: number }) {
  vi.resetModules();
  vi.spyOn(performance, "now").mockImplementation(() => clock.ms);
  onTestFinished(() => void vi.restoreAllMocks());
  return await import("../../../src/functions/run/turns.ts");
}

/** Work of many steps, each of which uses a turn up, and the takers of the steps in their order. */
function workUnder(
  { isTurnLong, nextTurn }: Awaited<ReturnType<typeof turnsAt>>,
  clock: { ms: number },
) {
  const turns: string[] = [];
  const work = async (taker: string, steps: number) => {
    for (let step = 0; step < steps; step++) {
      if (isTurnLong(taker)) await nextTurn(taker);
      clock.ms += 11;
      turns.push(taker);
      await Promise.resolve();
    }
  };
  return { turns, work };
}

test("a caller that had little time waits for few of sixty with long queries [R29]", async () => {
  const clock = { ms: 0 };
  const { turns, work } = workUnder(await turnsAt(clock), clock);
  const callers = Array.from({ length: 60 }, (_, at) => work(`user ${at}`, 30));
  await work("user before", 12);
  const before = turns.length;

  await work("user light", 4);

  expect(turns.length - before).toBeLessThanOrEqual(16);
  await Promise.all(callers);
});

test("work that arrives in the turn of another caller waits for its own [R29]", async () => {
  const clock = { ms: 0 };
  const { isTurnLong, nextTurn } = await turnsAt(clock);
  isTurnLong("user ann");
  clock.ms += 11;

  await nextTurn("user ann");

  expect([isTurnLong("user ann"), isTurnLong("user bob")]).toEqual([false, true]);
  clock.ms += 11;
  expect(isTurnLong("user ann")).toBe(true);
});

/** Returns a function that keeps the thread for longer than a turn may last. */
function spinner(): () => void {
  // Functions see a clock that stands still.
  const now = performance.now.bind(performance);
  return () => {
    const endsAt = now() + 11;
    while (now() < endsAt) continue;
  };
}

test("a query of many steps ends after a turn or two, however many mutations are waiting [R29]", async () => {
  const clock = { ms: 0 };
  const { isTurnLong, nextTurn } = await turnsAt(clock);
  let isOver = false;
  let mutations = 0;
  // Simulates mutations without pause, each as long as a turn may last.
  const lane = async () => {
    while (!isOver && mutations < 1000) {
      if (isTurnLong("somebody")) await nextTurn("somebody");
      clock.ms += 11;
      mutations += 1;
      await Promise.resolve();
    }
  };
  const query = async () => {
    for (let step = 0; step < 50; step++) {
      if (isTurnLong("somebody else")) await nextTurn("somebody else");
      clock.ms += 0.2;
      await Promise.resolve();
    }
    isOver = true;
  };

  const mutating = lane();
  // The lane yields its first turn before the query arrives.
  await Promise.resolve();
  await Promise.resolve();
  await query();
  await mutating;

  expect(mutations).toBeLessThan(5);
});

test("sockets and timers have their turn between two executions [R28]", async () => {
  const clock = { ms: 0 };
  const { isTurnLong, nextTurn } = await turnsAt(clock);
  const turns: string[] = [];
  const execution = async (name: string) => {
    for (let step = 0; step < 3; step++) {
      if (isTurnLong("somebody")) await nextTurn("somebody");
      clock.ms += 11;
      turns.push(name);
    }
  };
  const others = async () => {
    for (let step = 0; step < 6; step++) {
      turns.push("others");
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  await Promise.all([execution("first"), execution("second"), others()]);

  const executions = turns.join(" ").replaceAll("others", "|").split("|");
  expect(Math.max(...executions.map((between) => between.trim().split(" ").length))).toBe(1);
});

test("who has many executions has one turn in rotation, like everybody else [R29] [B19]", async () => {
  const clock = { ms: 0 };
  const { isTurnLong, nextTurn } = await turnsAt(clock);
  let isOver = false;
  let heavySteps = 0;
  const heavy = async () => {
    while (!isOver && heavySteps < 1000) {
      if (isTurnLong("heavy")) await nextTurn("heavy");
      clock.ms += 11;
      heavySteps += 1;
      await Promise.resolve();
    }
  };
  const honest = async () => {
    for (let step = 0; step < 5; step++) {
      if (isTurnLong("honest")) await nextTurn("honest");
      clock.ms += 11;
      await Promise.resolve();
    }
    isOver = true;
  };

  const running = Array.from({ length: 32 }, heavy);
  await Promise.resolve();
  const before = heavySteps;
  await honest();
  const beside = heavySteps - before;
  await Promise.all(running);

  expect(beside).toBeLessThanOrEqual(6);
});

test("a mutation waits for one caller's turn, however many callers have queries waiting [R29]", async () => {
  const clock = { ms: 0 };
  const fresh = await turnsAt(clock);
  const { turns, work } = workUnder(fresh, clock);
  const callers = Array.from({ length: 60 }, (_, at) => work(`user ${at}`, 20));
  await Promise.resolve();
  const before = turns.length;

  await work(fresh.kindsOfWork.mutations, 5);

  expect(turns.length - before).toBeLessThanOrEqual(12);
  await Promise.all(callers);
});

test("calls that a function makes at once share a turn, however many they are [R29]", async () => {
  const spin = spinner();
  let others = 0;
  let isOver = false;
  const other = queryGeneric(async (ctx) => {
    for (; !isOver; others += 1) {
      spin();
      await ctx.auth.getUserIdentity();
    }
    return null;
  });
  const atOnce = queryGeneric(async (ctx) => {
    spin();
    const before = others;
    await Promise.all(Array.from({ length: 100 }, () => ctx.auth.getUserIdentity()));
    return others - before;
  });
  const { engine } = await startEngine({ modules: { app: { other, atOnce } } });
  const running = engine.query(callOf("app:other", {}, { identity: personOf("ann") }));

  const passed = valueOf(
    await engine.query(callOf("app:atOnce", {}, { identity: personOf("bob") })),
  );
  isOver = true;
  await running;

  expect(passed).toBeLessThan(20);
});

test("strangers of however many addresses have one turn together, one address after another [R29]", () => {
  const rotation = new Rotation<string>();
  const askers = [...["1", "1", "2", "3"].map(strangersAt), "user ann", "user ann", "user bob"];
  for (const taker of askers) rotation.add(taker, taker);

  const turns = askers.map(() => rotation.take());

  const [one, two, three] = ["1", "2", "3"].map(strangersAt);
  expect(turns).toEqual([one, "user ann", "user bob", two, "user ann", three, one]);
  expect(rotation.take()).toBeUndefined();
});
