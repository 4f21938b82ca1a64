import type { GenericSchema } from "convex/server";
import { vi } from "vitest";
import type { TestEngine } from "../../src/testing/test-engine.ts";

/** Advances the time from one due scheduled function to the next. */
export async function pass<Tables extends GenericSchema>(
  t: TestEngine<Tables>,
  ms: number,
): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    const due = await t.run(async ({ db }) => {
      const jobs = await db.system.query("_scheduled_functions").collect();
      const pending = jobs.filter(({ state }) => state.kind === "pending");
      return pending.map(({ scheduledTime }) => Math.ceil(scheduledTime));
    });
    const next = Math.min(end, ...due);
    vi.advanceTimersByTime(Math.max(0, next - Date.now()));
    await t.finishInProgressScheduledFunctions();
    if (!due.some((ms) => ms <= end)) return;
  }
}
