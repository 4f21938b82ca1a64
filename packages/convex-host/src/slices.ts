// Captured at load: the fake timers of a test would hold back background work.
const { setImmediate, setTimeout } = globalThis;

/** Milliseconds of a pause, in which other work has the thread. */
const pauseMs = 10;

/**
 * Resolves after all other work that waits for the thread had a turn. For use between slices of work that a caller
 * awaits.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds for which short pieces of work may keep the thread together. */
const sliceMs = 5;

/** Runs a short piece of work for each item. After each slice, all other work has a turn. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let startedMs = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - startedMs > sliceMs) {
      await nextTurn();
      startedMs = performance.now();
    }
    results.push(work(item, index));
  }
  return results;
}

/** Resolves after a pause. For use between slices of background work, which then takes a part of the time only. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}
