import { expect, test } from "vitest";
import { Lane } from "../../../src/functions/run/lane.ts";
import { strangersAt } from "../../../src/wire/caller.ts";

/** A lane under a clock that its work moves on, and the names of the work that has run. */
function laneAt() {
  const clock = { ms: 0 };
  const lane = new Lane(() => clock.ms);
  const order: string[] = [];
  const run = (taker: string, name: string, ms: number) =>
    lane.run(taker, async () => {
      clock.ms += ms;
      order.push(name);
      await Promise.resolve();
    });
  return { clock, order, run };
}

test("a short mutation waits for two of sixty callers with long ones, and not for one of each [R1]", async () => {
  const { order, run } = laneAt();
  const heavy = Array.from({ length: 60 }, (_, at) => `user ${at}`);
  await Promise.all(heavy.map((taker) => run(taker, taker, 245)));
  order.length = 0;

  const later = heavy.map((taker) => run(taker, taker, 245));
  await Promise.all([run("user ann", "tick", 2), run("user ann", "tick", 2)]);

  expect(order.length).toBeLessThanOrEqual(4);
  await Promise.all(later);
  expect(order).toHaveLength(62);
});

test("a caller with long mutations has a turn after three of one with short ones [R1]", async () => {
  const { order, run } = laneAt();
  const short = Array.from({ length: 100 }, () => run("user short", "short", 10));
  const long = Array.from({ length: 20 }, () => run("user long", "long", 200));

  await Promise.all(long);

  const between = order.join(" ").split("long").slice(1, -1);
  expect(between.every((passed) => /^( short){1,3} $/.test(passed))).toBe(true);
  await Promise.all(short);
});

test("a caller that had more time than all others waits for two turns of each, and not until they have none [R1]", async () => {
  const { order, run } = laneAt();
  await run("user much", "before", 10_000);
  order.length = 0;
  const light = Array.from({ length: 100 }, (_, at) =>
    Array.from({ length: 10 }, () => run(`user ${at}`, "light", 0.1)),
  );

  await run("user much", "tick", 1);

  expect(order.length).toBeLessThanOrEqual(203);
  await Promise.all(light.flat());
});

test("time that was long ago does not count [R1]", async () => {
  const { clock, order, run } = laneAt();
  await run("user busy", "before", 20_000);
  await run("user other", "between", 0);
  clock.ms += 600_000;
  order.length = 0;

  await Promise.all([run("user busy", "busy", 1), run("user calm", "calm", 1)]);

  expect(order).toEqual(["busy", "calm"]);
});

test("strangers of all addresses share the time of their turn [R1]", async () => {
  const { order, run } = laneAt();
  await run(strangersAt("192.0.2.1"), "flood", 5000);
  // The turn after this one is for who had little time.
  await run("user other", "between", 0);
  order.length = 0;

  await Promise.all([run(strangersAt("192.0.2.2"), "stranger", 1), run("user ann", "ann", 1)]);

  expect(order).toEqual(["ann", "stranger"]);
});
