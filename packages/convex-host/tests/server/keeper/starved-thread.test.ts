import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { Watchdog } from "../../../src/server/keeper/watchdog.ts";
import { ownThread, processorWaitMs } from "../../../src/wire/processor-wait.ts";
import { Pulse } from "../../../src/wire/pulse.ts";

const lookMs = 200;

/**
 * Counts the checks until a thread without a heartbeat is blamed. Before each check the thread waits this long for a
 * processor.
 */
function looksUntilBlamed(waitMs: (look: number) => number | null): number {
  let blamed = false;
  let [looks, waited] = [0, 0];
  const watchdog = new Watchdog({
    limitMs: 2000,
    slowDiskMs: 2000,
    onBlocked: () => (blamed = true),
    onSlowDisk: () => undefined,
    waitMs: () => {
      const wait = waitMs(looks);
      return wait === null ? null : (waited += wait);
    },
  });
  const pulse = new Pulse();
  pulse.showThread(1);
  watchdog.watch(pulse);
  onTestFinished(() => watchdog.stop());
  // The first check reads the heartbeats for the first time.
  watchdog.check();
  for (; !blamed && looks < 1000; looks += 1) watchdog.check();
  return looks;
}

test("a stuck thread is ended at the same look where it never waits for a processor, hardly ever, and where nobody can tell [B5]", () => {
  expect([0, 1, 49, null].map((wait) => looksUntilBlamed(() => wait))).toEqual([10, 10, 10, 10]);
});

test("the time for which a thread waits for a processor does not count as its own [B5]", () => {
  expect(looksUntilBlamed(() => lookMs / 2)).toBe(20);
  expect(looksUntilBlamed((look) => (look < 50 ? lookMs : 0))).toBe(60);
  expect(looksUntilBlamed(() => 3 * lookMs)).toBe(1000);
});

test.skipIf(process.platform !== "linux")(
  "the system tells how long a thread waits for a processor that others have [B5]",
  async () => {
    const thread = ownThread();
    const busy = Array.from(
      { length: 2 * availableParallelism() + 1 },
      () => new Worker("for (;;);", { eval: true }),
    );
    onTestFinished(async () => void (await Promise.all(busy.map((each) => each.terminate()))));
    await Promise.all(busy.map((each) => once(each, "online")));

    const [before, startedAt] = [processorWaitMs(thread), performance.now()];
    while ((processorWaitMs(thread) ?? 0) - (before ?? 0) < 2 * lookMs)
      if (performance.now() - startedAt > 20_000) break;

    expect(thread).toBeGreaterThan(0);
    const waited = (processorWaitMs(thread) ?? 0) - (before ?? 0);
    expect(waited).toBeGreaterThanOrEqual(2 * lookMs);
    expect(waited).toBeLessThanOrEqual(performance.now() - startedAt);
    expect([processorWaitMs(0), processorWaitMs(2 ** 31 - 1)]).toEqual([null, null]);
  },
);
