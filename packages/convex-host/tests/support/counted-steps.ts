import { AsyncLocalStorage } from "node:async_hooks";

/** The iterators of maps and sets: each entry that any of them visits is one step. */
const iterators = [new Map(), new Set()].map(
  (collection) =>
    Object.getPrototypeOf(collection[Symbol.iterator]()) as { next: () => IteratorResult<unknown> },
);

/** The counter of the current async context. The test runner shares the thread, but has no counter. */
const counting = new AsyncLocalStorage<{ steps: number }>();

/**
 * Counts the entries of maps and sets that `work` and its async descendants visit. Unlike time, the count is the same
 * on every machine. A call of `begin` resets the count, so that the preparation within `work` does not count.
 */
export async function stepsOf(work: (begin: () => void) => Promise<void>): Promise<number> {
  const count = { steps: 0 };
  const begin = () => (count.steps = 0);
  const originals = iterators.map(({ next }) => next);
  for (const [at, iterator] of iterators.entries())
    iterator.next = function next(this: unknown) {
      const counted = counting.getStore();
      if (counted !== undefined) counted.steps += 1;
      return originals[at]!.call(this as never);
    };
  try {
    await counting.run(count, () => work(begin));
  } finally {
    for (const [at, iterator] of iterators.entries()) iterator.next = originals[at]!;
  }
  return count.steps;
}
