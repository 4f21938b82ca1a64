// Taken now: a test's fake timers would otherwise hold back what is done in the background.
const { setImmediate, setTimeout } = globalThis;

/** A pause in which the thread is everybody else's. */
const pauseMs = 10;

/** Resolves after everything else that waits for the thread had a turn: between slices of what is waited for. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds that short pieces of work may keep a thread together. */
const sliceMs = 5;

/** Does a short piece of work for each item, and gives everything else a turn whenever they have kept the thread for a while. */
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

/** Resolves after a while: between slices of work in the background, so that it takes a part of the time only. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}
