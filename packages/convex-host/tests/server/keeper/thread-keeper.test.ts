import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import {
  ThreadKeeper,
  type ThreadKeeperOptions,
} from "../../../src/server/keeper/thread-keeper.ts";
import {
  beUnendable,
  createFakeThread,
  die,
  dieWithBorrowedWords,
} from "../../support/fake-thread.ts";
import { createGate } from "../../support/gate.ts";
import { until } from "../../support/until.ts";

function makeKeeper(more: Partial<ThreadKeeperOptions> = {}, appBundle = "good") {
  const { options, ...fake } = createFakeThread(more);
  const ignore = () => undefined;
  const stuck = vi.fn(() => "");
  const events = { ready: ignore, message: ignore, stuck, lost: ignore, notStarted: ignore };
  const keeper = new ThreadKeeper(
    { ...options, start: { ...options.start, appBundle } },
    { ...events, quarantined: () => [] },
  );
  onTestFinished(() => keeper.stop());
  return { keeper, stuck, ...fake };
}

async function lost(keeper: ThreadKeeper): Promise<void> {
  await until(
    () => keeper.current,
    (current) => current === null,
  );
}

test("a stop gives up a thread that is just being started [O6]", async () => {
  const { keeper, starts } = makeKeeper({}, "endless");
  const started = keeper.start();
  const refused = expect(started).rejects.toThrow("The host is shutting down.");
  await until(starts, (names) => names.length === 1);

  await keeper.stop();

  await refused;
  expect(keeper.current).toBeNull();
  await expect(keeper.replace({})).rejects.toThrow("The host is shutting down.");
});

test("when what ran before does not start again either, it is tried again [O4]", async () => {
  const gate = createGate();
  const { keeper, mark, unmark } = makeKeeper({ wait: () => gate.opened });
  await keeper.start();
  mark("broken");

  await expect(keeper.replace({ appBundle: "broken" })).rejects.toThrow("It does not load.");
  expect(keeper.current).toBeNull();
  unmark("broken");
  gate.open();

  await until(
    () => keeper.current,
    (current) => current !== null,
  );
});

test("an app that loops while it loads is refused, and what ran before goes on [O4]", async () => {
  // A good app starts faster than this, even beside all other tests.
  const limits = { ...defaultLimits, silentStartMs: 2_500 };
  const { keeper, starts } = makeKeeper({ limits });
  await keeper.start();

  await expect(keeper.replace({ appBundle: "looping" })).rejects.toThrow("do not load");

  expect(starts()).toEqual(["good", "looping", "good"]);
  expect(keeper.current).not.toBeNull();
});

test("nobody is blamed for a death that only sounds like a full memory [B5]", async () => {
  const gate = createGate();
  const { keeper, stuck } = makeKeeper({ wait: () => gate.opened });
  await keeper.start();

  keeper.current?.post(dieWithBorrowedWords);

  await lost(keeper);
  expect(stuck).not.toHaveBeenCalled();
});

test("a change that starts a thread spares the start that was due for the one before [B5]", async () => {
  const gate = createGate();
  const { keeper, starts } = makeKeeper({ wait: () => gate.opened });
  await keeper.start();
  keeper.current?.post(die);
  await lost(keeper);

  await keeper.replace({ appBundle: "changed" });
  gate.open();
  await nextTurn();
  // This replacement comes after the scheduled restart would have run.
  await keeper.replace({});

  expect(starts()).toEqual(["good", "changed", "changed"]);
});

test("a thread that cannot be ended is told, and no other one is started beside it [B12]", async () => {
  const onUnending = vi.fn(() => startsThen.push(...starts()));
  const startsThen: string[] = [];
  const limits = { ...defaultLimits, blockedThreadMs: 400, unendingThreadMs: 400 };
  const { keeper, starts } = makeKeeper({ limits, onUnending });
  await keeper.start();

  keeper.current?.post(beUnendable);

  await lost(keeper);
  await until(starts, (names) => names.length === 2);
  expect(onUnending).toHaveBeenCalledOnce();
  expect(startsThen).toEqual(["good"]);
});
