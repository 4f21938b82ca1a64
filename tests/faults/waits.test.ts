import { afterEach, expect, test, vi } from "vitest";
import { Waits } from "./waits.ts";

afterEach(() => void vi.useRealTimers());

test("who waits in vain under kills fails by name, a minute after the host is up again [O1]", async () => {
  vi.useFakeTimers();
  const waits = new Waits();
  const wait = { what: "ann, tasks:update", state: () => "not connected after 3 tries" };
  const failed = waits
    .during(wait, () => new Promise<never>(() => undefined))
    .catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(50_000);
  // The time before the host is up does not count.
  waits.hostIsUp();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(waits.longerThan(10_000)).toEqual([
    "ann, tasks:update: 50.0 s, not connected after 3 tries",
  ]);

  await vi.advanceTimersByTimeAsync(12_000);

  expect(await failed).toMatch(
    /^Error: Waited in vain for ann, tasks:update: 6[01]\.\d s, not connected after 3 tries$/,
  );
  expect(waits.longerThan(0)).toEqual([]);
  expect(waits.longest.what).toContain("ann, tasks:update");
});
