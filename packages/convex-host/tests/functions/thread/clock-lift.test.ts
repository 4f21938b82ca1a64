import { expect, test, vi } from "vitest";
import { ClockLift } from "../../../src/functions/thread/clock-lift.ts";

const second = 1_000_000_000n;

/** Sets up a database whose newest commit is at 100 s, under a clock that says 1000 s. */
function setUp(refuse: () => void = () => undefined) {
  const clock = { nowMs: 1_000_000 };
  const database = {
    latest: 100n * second,
    advanceTo: vi.fn((ts: bigint) => {
      refuse();
      database.latest = ts;
    }),
  };
  const onError = vi.fn();
  const lift = new ClockLift({ database, now: () => clock.nowMs, onError });
  return { clock, database, onError, lift };
}

test("the clock goes to the present when a client has seen more than the data [O5]", () => {
  const { lift, database } = setUp();

  lift.seen(null);
  lift.seen(99n * second);
  expect(database.latest).toBe(100n * second);

  lift.seen(200n * second);
  expect(database.latest).toBe(1000n * second);
});

test("nobody's word moves it ahead of the present [O5]", () => {
  const { lift, database } = setUp();

  lift.seen(1001n * second);
  lift.seen(1000n * second + 23n * 3600n * second);

  expect(database.advanceTo).not.toHaveBeenCalled();
});

test("however many say so, it is written once a second at the most [O5]", () => {
  const { lift, clock, database } = setUp();

  for (let at = 0; at < 100; at += 1, clock.nowMs += 100)
    lift.seen(BigInt(clock.nowMs) * 1_000_000n);

  expect(database.advanceTo).toHaveBeenCalledTimes(10);
});

test("a full disk there harms nobody, and is not asked again for a minute [O5] [O11]", () => {
  const { lift, clock, database, onError } = setUp(() => {
    throw new Error("SQLITE_FULL");
  });

  for (let at = 0; at < 59; at += 1, clock.nowMs += 1000) lift.seen(200n * second);

  expect(database.advanceTo).toHaveBeenCalledOnce();
  expect(onError).toHaveBeenCalledOnce();
});
