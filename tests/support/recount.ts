import { vi } from "vitest";
import { internal } from "../../convex/_generated/api.js";
import { recountedNumbers, storedNumbers } from "./counted-rows.ts";
import { type Engine, rowsOf } from "./workspace.ts";

/** The derived numbers as they are stored: unit and project counts, template uses and tallies, by a readable key. */
export async function storedCounts(t: Engine): Promise<Record<string, number>> {
  return await storedNumbers(async (table) => await rowsOf(t, table));
}

/** The same numbers counted from scratch. */
export async function recounted(t: Engine): Promise<Record<string, number>> {
  return await recountedNumbers(async (table) => await rowsOf(t, table));
}

/** Adds all waiting rows to the counts, as the job does some seconds later. */
export async function settleCounts(t: Engine): Promise<void> {
  for (let before = Infinity; ;) {
    const waiting = await rowsOf(t, "waitingCounts");
    if (waiting.length === 0 || waiting.length >= before) return;
    before = waiting.length;
    // The commit times of a test never decrease, although its clock may.
    const newest = Math.max(...waiting.map(({ _creationTime }) => _creationTime));
    const clock = vi.spyOn(Date, "now").mockReturnValue(Math.ceil(newest) + 10_000);
    try {
      await t.mutation(internal.jobs.counts.settle, { looks: 1 });
    } finally {
      clock.mockRestore();
    }
  }
}
